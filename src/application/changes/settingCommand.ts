const FLAGS: Readonly<Record<string, string>> = {
  priority: '--priority …',
  assignee: '--assignee …',
  reviewer: '--reviewer …',
  tags: '--add-tag …',
  depends_on: '--add-dep …',
  related: '--add-related …',
  created: '--created YYYY-MM-DD',
  completed: '--completed YYYY-MM-DD',
};

/** The command that gives a field a value, for hints. @param spec how a command line names it. */
export function settingCommand(spec: string, field: string): string {
  const flag = Object.hasOwn(FLAGS, field) ? FLAGS[field] : undefined;
  return `spectool update ${spec} ${flag ?? `--field ${field}=…`}`;
}
