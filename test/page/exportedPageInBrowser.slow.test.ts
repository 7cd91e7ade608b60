import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import axe from 'axe-core';
import { type Browser, chromium, type Page } from 'playwright-core';
import { run } from '../support/runProgram.js';
import { temporaryFolder } from '../support/temporaryFolder.js';

/** Path of an installed Chromium; without one, these tests are skipped. */
const BROWSER = [
  process.env['CHROMIUM'],
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
].find((path) => path !== undefined && existsSync(path));
const there = BROWSER === undefined ? describe.skip : describe;
const VIEWS = [
  ...'board board?by=tag list graph graph?focus=002-search matrix search?q=login spec/1'.split(' '),
  'spec/999',
];
const WIDTHS = [390, 1024, 1600];

const ENVIRONMENT = { SPECTOOL_ACTOR: 'kim', SPECTOOL_NOW: '2026-01-05T10:00:00Z' };

const HOSTILE = `# <script>window.ran = 1</script>

<script>window.ran = 1</script> <img src="https://tracker.example/x.png" onerror="window.ran = 1"> <svg onload="window.ran = 1"></svg>
[x](javascript:window.ran=1) <a href="javascript:window.ran=1">y</a> ![z](https://tracker.example/z.png)
<iframe src="https://tracker.example"></iframe> <style>@import url(https://tracker.example/x.css); main { display: none }</style>
<p style="background: url(https://tracker.example/bg.png)">styled</p> \u202Ereversed\u202C

<svg><foreignObject><iframe srcdoc="<script>parent.window.ran = 1</script>"></iframe></foreignObject><a xlink:href="javascript:window.ran=1"><text>a</text></a></svg>
<math><maction actiontype="statusline" xlink:href="javascript:window.ran=1">m</maction><annotation-xml encoding="text/html"><script>window.ran = 1</script></annotation-xml></math>
<base href="https://tracker.example/"><meta http-equiv="refresh" content="0;url=https://tracker.example/"><link rel="prefetch" href="https://tracker.example/p">
<form action="https://tracker.example" id="app"><input name="getElementById" autofocus onfocus="window.ran = 1"><button formaction="javascript:window.ran=1">b</button></form>
<img srcset="https://tracker.example/s.png 1x" src="https://tracker.example/dangling?
<div id="app" name="app">clobbered</div> <a id="data" href="data:text/html,<script>window.ran=1</script>">data</a> <div id="main"></div><a name="location" href="x">l</a>
<template><img src=x onerror="window.ran = 1"></template> <details open ontoggle="window.ran = 1"><summary>s</summary></details> <video><source onerror="window.ran = 1" src="x"></video>
<p style="background-image: url('https://tracker.example/u')">u</p> </script><script>window.ran = 1</script> --> ]]> \u2028 \u2029 </div></div></main></body></html>
<a href="//tracker.example/x">protocol</a> <a href="#/board" onclick="window.ran = 1" target="_top">z</a> <object data="data:text/html,<script>parent.window.ran=1</script>"></object><embed src="javascript:window.ran=1">

| a |
|---|
${'| <img src=x onerror="window.ran = 1"> |\n'.repeat(130_000)}`;

there('the page in a browser', () => {
  let browser: Browser;
  const root = temporaryFolder();
  const file = join(root, 'spectool.html');
  const spectool = (...args: readonly string[]) => run(root, args, { env: ENVIRONMENT });

  beforeAll(async () => {
    browser = await chromium.launch({
      executablePath: BROWSER ?? '',
      args: [
        ...'--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking'.split(
          ' ',
        ),
        ...'--disable-component-update --disable-sync'.split(' '),
      ],
    });
    spectool('init', '-y');
    run(root, ['create', 'login', '--title', 'User login', '--tags', 'auth', '--body', '-'], {
      input: `# User login\n\n## Success Criteria\n\n- [ ] a session begins\n\n## Solution\n\n[search](../002-search)\n\n    code\n`,
      env: ENVIRONMENT,
    });
    spectool('create', 'search', '--title', 'Search', '--depends-on', '1', '--priority', 'high');
    spectool('create', 'odd', '--title', 'Odd <b>title</b>');
    writeFileSync(
      join(root, 'specs/003-odd/README.md'),
      readFileSync(join(root, 'specs/003-odd/README.md'), 'utf8') + HOSTILE,
    );
    spectool('claim', '1');
    spectool('check', '1', '1', '--test', 'login.test.ts');
    spectool('add-criterion', '2', 'finds words');
    writeFileSync(
      join(root, 'report.xml'),
      '<testsuite><testcase name="002/AC1 &lt;b&gt;"><failure/></testcase></testsuite>',
    );
    spectool('prove', 'report.xml', '--all');
    spectool('export', 'html');
  });
  afterAll(() => browser.close());

  /** Opens the exported page from the disk, without a network; `noted` collects its requests and console messages. */
  async function opened(
    hash: string,
    { width = 1024, dark = false } = {},
  ): Promise<{ page: Page; noted: string[] }> {
    const context = await browser.newContext({
      viewport: { width, height: 800 },
      colorScheme: dark ? 'dark' : 'light',
      offline: true,
      reducedMotion: 'reduce',
    });
    const page = await context.newPage();
    const noted: string[] = [];
    // The error text shows whether the content policy or the missing network made the request fail.
    page.on('requestfailed', (request) =>
      noted.push(`${request.url()} ${request.failure()?.errorText ?? ''}`),
    );
    page.on('response', (response) => {
      if (!response.url().startsWith('file://')) noted.push(response.url());
    });
    page.on('dialog', (dialog) => {
      noted.push(dialog.message());
      void dialog.dismiss();
    });
    page.on('pageerror', (error) => noted.push(error.message));
    page.on('console', (message) => {
      if (message.type() === 'error') noted.push(message.text());
    });
    await page.goto(`file://${file}#/${hash}`);
    await page.waitForSelector('main > *');
    return { page, noted };
  }

  /** Waits until the script `read` returns a text that contains `wanted`, because the page draws a view after its address changes. */
  const becomes = (page: Page, read: string, wanted: string) =>
    page.waitForFunction(`String(${read}).includes(${JSON.stringify(wanted)})`);
  const FOCUSED = `document.activeElement?.textContent`;
  const ROW = `document.querySelector('tbody tr')?.textContent`;
  const CARDS = `document.querySelectorAll('.card').length`;

  it.each(VIEWS)(
    'the exported page at #/%s makes no requests, fits every width, and passes the axe accessibility checks',
    async (view) => {
      for (const width of WIDTHS)
        for (const dark of [false, true]) {
          const { page, noted } = await opened(view, { width, dark });
          if (view.startsWith('search')) await page.waitForSelector('.hits li');
          expect(
            await page.evaluate(
              'document.documentElement.scrollWidth > document.documentElement.clientWidth',
            ),
          ).toBe(false);
          expect((await page.textContent('h1'))?.trim()).not.toBe('');
          await page.evaluate(axe.source);
          const violations: { id: string; nodes: { html: string }[] }[] = await page.evaluate(
            `axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] }).then((report) => report.violations)`,
          );
          expect([
            view,
            width,
            dark,
            violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html ?? ''}`),
          ]).toEqual([view, width, dark, []]);
          expect(noted).toEqual([]);
          await page.context().close();
        }
    },
  );

  it('the exported page does not run or load anything from the text of a spec', async () => {
    const { page, noted } = await opened('spec/3');
    await page.waitForSelector('.text table');
    await page.waitForTimeout(300);
    expect(await page.evaluate('window.ran')).toBeUndefined();
    expect(
      await page.evaluate(
        `document.querySelectorAll('main img, main script, main iframe, main style, main svg, main math, main form, main input, main template, main object, main embed, main base, main meta, main link, main video, main [style], main [id]').length`,
      ),
    ).toBe(0);
    expect(await page.textContent('h1')).toBe('Odd <b>title</b>');
    // All links lead to views of the page, to websites or to mail addresses.
    expect(
      await page.evaluate(
        `[...document.querySelectorAll('main a[href]')].map((a) => a.getAttribute('href')).filter((href) => !/^(#\\/|https?:|mailto:)/.test(href))`,
      ),
    ).toEqual([]);
    expect(await page.evaluate('document.getElementById("app").children.length')).toBeGreaterThan(2);
    for (const key of ['g', 'l', 't', 'b']) await page.keyboard.press(key);
    await page.waitForSelector('.columns');
    await page.goBack();
    await page.goto(`file://${file}#/spec/3`);
    await page.waitForSelector('.text p');
    expect(await page.isVisible('main .text p')).toBe(true);
    expect(noted).toEqual([]);
    // Even if an image got into the page, the content policy of the page would block its request.
    await page.evaluate(`{
      const image = document.createElement('img');
      image.src = 'https://tracker.example/x.png';
      const script = document.createElement('script');
      script.textContent = 'window.ran = 1';
      document.body.append(image, script);
    }`);
    await page.waitForTimeout(200);
    expect(await page.evaluate('window.ran')).toBeUndefined();
    expect(noted.filter((note) => !/Content Security Policy| csp$/.test(note))).toEqual([]);
    await page.context().close();
  });

  it('the exported page can be used with the keyboard alone', async () => {
    const { page, noted } = await opened('board');
    await page.keyboard.press('j');
    await becomes(page, FOCUSED, 'Search');
    await page.keyboard.press('j');
    await becomes(page, FOCUSED, 'Odd');
    await page.keyboard.press('k');
    await page.keyboard.press('Enter');
    await page.waitForSelector('article.spec');
    await becomes(page, 'location.hash', '#/spec/002-search');
    await becomes(page, 'document.title', 'Search');
    await page.keyboard.press('/');
    await page.waitForSelector('#query:focus');
    // This word occurs only in the criteria of the spec.
    await page.keyboard.type('sessi');
    await becomes(page, `document.querySelector('.hits')?.textContent`, 'User login');
    await page.keyboard.press('Escape');
    await page.keyboard.press('?');
    await page.waitForSelector('dialog', { state: 'visible' });
    await page.keyboard.press('Escape');
    await page.waitForSelector('dialog', { state: 'hidden' });
    for (const [key, view] of [
      ['l', 'list'],
      ['g', 'graph'],
      ['m', 'matrix'],
      ['b', 'board'],
    ] as const) {
      await page.keyboard.press(key);
      await becomes(page, 'location.hash', `#/${view}`);
    }
    await page.keyboard.press('Tab');
    expect(noted).toEqual([]);
    await page.context().close();
  });

  it('the exported page keeps the filter in its address, and the focus in the filter field', async () => {
    const { page } = await opened('board?tag=auth');
    await becomes(page, CARDS, '1');
    await page.selectOption('select[aria-label=tag]', '');
    await becomes(page, CARDS, '3');
    await page.fill('#filter', '');
    await page.locator('#filter').pressSequentially('odd');
    await becomes(page, CARDS, '1');
    await becomes(page, 'location.hash', 'q=odd');
    expect(await page.inputValue('#filter')).toBe('odd');
    await page.context().close();
  });

  it('the exported page shows the proofs, dependencies, dependents and history of a spec', async () => {
    const { page } = await opened('spec/001-login');
    const text = (await page.textContent('article')) ?? '';
    for (const said of [
      'In progress',
      'a session begins',
      'unverified: test "login.test.ts" (@kim',
      'Needed by',
      '002 Search',
      'checked criterion 1',
      'claimed by @kim',
    ])
      expect(text).toContain(said);
    await page.click('.text a');
    await becomes(page, 'location.hash', '#/spec/002-search');
    await page.context().close();
  });

  it('the exported page draws specs with any name, no edge through a spec, and says when a graph is too large to draw', async () => {
    const exported = (dependencies: Readonly<Record<string, string>>) => {
      const other = temporaryFolder();
      run(other, ['init', '-y']);
      for (const [name, dependsOn] of Object.entries(dependencies)) {
        mkdirSync(join(other, 'specs', name));
        const text = `---\nstatus: planned\ncreated: 2026-01-01\ndepends_on: [${dependsOn}]\n---\n\n# ${name}\n`;
        writeFileSync(join(other, 'specs', name, 'README.md'), text);
      }
      expect(run(other, ['export', 'html']).status).toBe(0);
      return `file://${join(other, 'spectool.html')}#/graph`;
    };
    const chain = Array.from({ length: 4000 }, (_, i) => [
      `s${String(i)}`,
      i === 0 ? '' : `s${String(i - 1)}`,
    ]);
    const { page } = await opened('board');
    await page.goto(
      exported({ constructor: '', ['__proto__']: 'constructor', toString: '__proto__, constructor' }),
    );
    await page.waitForSelector('svg.graph');
    expect(await page.$$('svg.graph a.node')).toHaveLength(3);
    expect(await page.$$('svg.graph .edge')).toHaveLength(3);
    const through = `[...document.querySelectorAll('.edge')].flatMap((edge) =>
      Array.from({ length: 200 }, (_, i) => edge.getPointAtLength((i * edge.getTotalLength()) / 200)).filter((point) =>
        [...document.querySelectorAll('.node rect')].some((box) => box.isPointInFill(point) && !box.isPointInStroke(point))))`;
    expect(await page.evaluate(through)).toEqual([]);
    await page.goto(exported(Object.fromEntries(chain) as Record<string, string>));
    await page.waitForSelector('[role=alert]');
    expect(await page.textContent('main')).toContain('too large to draw');
    expect(await page.$$('.told li')).toHaveLength(3999);
    // In this graph each spec depends on all earlier ones, which takes the longest to lay out.
    const all = Array.from({ length: 60 }, (_, i) => `t${String(i)}`);
    const dense = exported(Object.fromEntries(all.map((name, i) => [name, all.slice(0, i).join(', ')])));
    await page.goto(dense);
    await page.waitForSelector('[role=alert]');
    expect(await page.textContent('[role=alert]')).toContain('too large to draw. Choose');
    await page.context().close();
  });

  it('the exported page zooms the graph and sorts the list', async () => {
    const { page } = await opened('graph');
    const width = () =>
      page.evaluate<number>(`document.querySelector('svg.graph')?.getBoundingClientRect().width ?? 0`);
    await page.waitForSelector('svg.graph');
    const before = await width();
    await page.click('button[aria-label=Larger]');
    await becomes(
      page,
      `document.querySelector('svg.graph').getBoundingClientRect().width > ${before}`,
      'true',
    );
    await page.goto(`file://${file}#/list`);
    await becomes(page, ROW, 'User login');
    await page.click('th.title button');
    await becomes(page, ROW, 'Odd');
    await page.context().close();
  });
});
