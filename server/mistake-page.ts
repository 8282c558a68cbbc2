import { existsSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { html } from 'hono/html'
import { PROJECT_ROOT } from '#infra/project-root.ts'

/** Lines shown before and after the line of the error. */
const AROUND = 3

/** `frame`: source lines from the compiler. `file`: the file of the error, if the stack does not name it. */
type Mistake = Error & { frame?: string; file?: string }

/** Returns an error as text for a developer: message, source lines and stack. */
export function describeMistake(error: unknown): string {
  const {
    message,
    stack = '',
    frame,
    file,
  } = (error instanceof Error ? error : new Error(String(error))) as Mistake
  const lines = stack.split('\n').filter((line) => /^\s+at /.test(line) && !/node_modules|node:/.test(line))
  return stripVTControlCharacters([message, frame ?? frameOf(file, lines), lines.join('\n')].join('\n\n'))
}

/** Returns the page that shows the error. Vite's client reloads the page after the next change. */
export function mistakePage(error: unknown): string {
  return String(html`<!DOCTYPE html>
    <meta charset="utf-8" />
    <title>Mistake</title>
    <script type="module" src="/@vite/client"></script>
    <pre style="white-space: pre-wrap; margin: 2rem">${describeMistake(error)}</pre>`)
}

/** Returns the source lines around the first line of the stack, or around the handle of a page's file. */
function frameOf(file: string | undefined, stack: string[]): string {
  const [, path = '', line = '0'] = /\(?(?:file:\/\/)?(\/[^()]+?):(\d+):\d+\)?$/.exec(stack[0] ?? '') ?? []
  const source = file ? join(PROJECT_ROOT, file) : path
  if (!existsSync(source)) return ''
  const lines = readFileSync(source, 'utf8').split('\n')
  const at = file ? lines.findIndex((text) => text.includes('export const handle')) : Number(line) - 1
  const first = Math.max(0, at - AROUND)
  const excerpt = lines.slice(first, at + AROUND + 1)
  const numbered = excerpt.map(
    (text, index) => `${first + index === at ? '>' : ' '} ${first + index + 1} | ${text}`,
  )
  return [`${relative(PROJECT_ROOT, source)}:${at + 1}`, ...numbered].join('\n')
}
