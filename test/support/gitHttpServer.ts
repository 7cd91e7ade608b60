import { spawn } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A running server for the repositories below a folder. */
export interface GitHttpServer {
  /** Address of the folder. */
  readonly address: string;
  close(): void;
}

/**
 * Serves the repositories below a folder with `git http-backend`, on this machine only.
 * @param env environment of git.
 */
export async function gitHttpServer(base: string, env: NodeJS.ProcessEnv): Promise<GitHttpServer> {
  const server = createServer((request, response) => {
    const [path = '', query = ''] = (request.url ?? '').split('?');
    const backend = spawn('git', ['http-backend'], {
      env: {
        ...env,
        GIT_PROJECT_ROOT: base,
        GIT_HTTP_EXPORT_ALL: '1',
        REQUEST_METHOD: request.method,
        PATH_INFO: path,
        QUERY_STRING: query,
        CONTENT_TYPE: request.headers['content-type'] ?? '',
        HTTP_CONTENT_ENCODING: request.headers['content-encoding'] ?? '',
        GIT_PROTOCOL: String(request.headers['git-protocol'] ?? ''),
        REMOTE_ADDR: '127.0.0.1',
      },
    });
    request.pipe(backend.stdin);
    const chunks: Buffer[] = [];
    backend.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
    backend.on('close', () => {
      const output = Buffer.concat(chunks);
      const end = output.indexOf('\r\n\r\n');
      for (const line of output.subarray(0, end).toString().split('\r\n')) {
        const [name = '', value = ''] = line.split(': ');
        if (name === 'Status') response.statusCode = Number(value.slice(0, 3));
        else response.setHeader(name, value);
      }
      response.end(output.subarray(end + 4));
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', () => listening()));
  const { port } = server.address() as AddressInfo;
  return { address: `http://127.0.0.1:${port}`, close: () => server.close() };
}
