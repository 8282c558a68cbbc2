/** Answers that may be another one tomorrow leave what was sent waiting; the others are final. */
const MAYBE_LATER = new Set([401, 408, 425, 429])

export function mayBeLater({ status }: Pick<Response, 'status'>): boolean {
  return status >= 500 || MAYBE_LATER.has(status)
}
