/** Checks names, comments and documents by rules 9 and 11 of CONTRIBUTING.md. */
import { globSync, readFileSync } from 'node:fs'
import { type ESTree, parseSync } from 'vite'
import { expect, it } from 'vitest'
import { visitNodes } from '#tests/syntax.ts'

const SOURCES = [
  '{api,app,bin,content,db,design,infra,lab,server,shop,tests}/**/*.{ts,tsx,mjs}',
  '*.config.ts',
]
const DOCUMENTS = ['*.md', '{docs,lab}/**/*.md']

/** Participles and pronouns, which do not say what the value is. */
const VALUES = new Set('one sent before asked known shown kept told brought no that'.split(' '))
/** Verbs without an object, and words that no library uses. */
const FUNCTIONS = new Set('take change ask place move that whyNot putBack breath sayer'.split(' '))
/** Matches a text that may declare such a value: neither a member like `a.sent` nor only a key like `{ sent: 1 }`. */
const VALUE_DECLARED = new RegExp(
  `(const|let|var)\\s+(${[...VALUES].join('|')})\\b|(?<!(?<!\\.\\.)\\.)\\b(${[...VALUES].join('|')})\\s*([=,)}\\]?;(]|(?<!\\{\\s*\\w+\\s*):)`,
)
/** Matches a text that may declare such a function: a variable, a property or a method. */
const FUNCTION_DECLARED = new RegExp(
  `(?<!\\.|await |return |[(!])\\b(${[...FUNCTIONS].join('|')})(\\s*[=:]\\s*(async\\b|function\\b|[(<]|\\w+\\s*=>)|\\s*[(<])`,
)
const OPENING = /^(What|Who|Whose|Whoever|Of|For all|Which|Since when|One that)\b/
const WORDS = /\b(anew|that of|one that|those that|is told|are told|she|her|hears|stands)\b/
/** Matches a text that may have a comment with such words, perhaps over two lines. */
const COMMENTED = new RegExp(
  `/[/*][\\s*]*${OPENING.source.slice(1)}|${WORDS.source.replaceAll(' ', '[\\s*]+')}`,
)

const MAX_COMMENT = 120
const MAX_DOCUMENT = 160

function textsOf(patterns: readonly string[]): [file: string, text: string][] {
  return globSync(patterns)
    .toSorted()
    .map((file) => [file, readFileSync(file, 'utf8')])
}

type Pattern = ESTree.ParamPattern | ESTree.BindingPattern | ESTree.BindingRestElement | null

function namesIn(pattern: Pattern): string[] {
  switch (pattern?.type) {
    case 'Identifier':
      return [pattern.name]
    case 'ObjectPattern':
      return pattern.properties.flatMap((property) =>
        namesIn(property.type === 'Property' ? property.value : property),
      )
    case 'ArrayPattern':
      return pattern.elements.flatMap(namesIn)
    case 'AssignmentPattern':
      return namesIn(pattern.left)
    case 'RestElement':
      return namesIn(pattern.argument)
    case 'TSParameterProperty':
      return namesIn(pattern.parameter)
    default:
      return []
  }
}

/** Returns the forbidden names and comments of a source, each as 'line: words'. */
function faultsOf(file: string, text: string): string[] {
  const isDeclared = VALUE_DECLARED.test(text) || FUNCTION_DECLARED.test(text)
  // Parsing every file would take seconds.
  if (!isDeclared && !COMMENTED.test(text)) return []
  const parsed = parseSync(file, text)
  const faults: [at: number, words: string][] = []
  const checkValues = (at: number, patterns: readonly Pattern[]) => {
    for (const name of patterns.flatMap(namesIn)) if (VALUES.has(name)) faults.push([at, name])
  }
  const checkFunction = (at: number, key: ESTree.Node | null, value: ESTree.Node | null) => {
    const isNamed = key?.type === 'Identifier' && FUNCTIONS.has(key.name)
    if (isNamed && value && /Function/.test(value.type)) faults.push([at, `${key.name}()`])
  }
  const checkNode = (node: ESTree.Node) => {
    switch (node.type) {
      case 'VariableDeclarator':
        checkValues(node.start, [node.id])
        return checkFunction(node.start, node.id, node.init)
      case 'FunctionDeclaration':
        checkFunction(node.start, node.id, node)
        return checkValues(node.start, [node.id, ...node.params])
      case 'FunctionExpression':
      case 'ArrowFunctionExpression':
        return checkValues(node.start, node.params)
      case 'CatchClause':
        return checkValues(node.start, [node.param])
      case 'Property':
      case 'MethodDefinition':
        return checkFunction(node.start, node.key, node.value)
    }
  }
  if (isDeclared) visitNodes(parsed.program, checkNode)
  for (const { start, value } of parsed.comments) {
    const words = value.replaceAll(/^[\s*]+/gm, '').replaceAll('\n', ' ')
    const found = OPENING.exec(words) ?? WORDS.exec(words)
    if (found) faults.push([start, `comment with '${found[0]}'`])
  }
  const lineAt = (at: number) => text.slice(0, at).split('\n').length
  return faults.map(([at, words]) => `${lineAt(at)}: ${words}`)
}

function longLines(text: string, isCounted: RegExp, max: number): string[] {
  const lines = text.split('\n').map((line, at) => ({ line, at: at + 1 }))
  return lines
    .filter(({ line }) => line.length > max && isCounted.test(line))
    .map(({ line, at }) => `${at}: ${line.length} characters`)
}

it('finds forbidden names and comments, wherever a name is declared', () => {
  const source = `
    /** What it is. */
    const { a: sent, ...kept } = x, [[known]] = y
    function place(one = 1, { told }: T) {}
    const api = { take() {}, move: async () => {}, ask: 1 }
    class A { change() {} constructor(private no: 1) {} }
    try {} catch (that) {} // It stands.
    const fine = (place: string) => place // A comment may contain What.`
  const names = 'sent kept known place() one told take() move() change() no that'.split(' ')
  const comments = ["comment with 'What'", "comment with 'stands'"]
  expect(faultsOf('a.ts', source).map((fault) => fault.slice(3))).toEqual([...names, ...comments])
})

it('has plain names and comments', () => {
  const sources = textsOf(SOURCES)
  expect(sources.length).toBeGreaterThan(1_000)
  const faults = sources.flatMap(([file, text]) =>
    [...faultsOf(file, text), ...longLines(text, /^\s*(\/\/|\/?\*)/, MAX_COMMENT)].map(
      (fault) => `${file}:${fault}`,
    ),
  )
  expect(faults).toEqual([])
})

it('calls a UPI ID by one name', () => {
  const texts = textsOf([...SOURCES, ...DOCUMENTS])
  expect(texts.flatMap(([file, text]) => (/UPI[\s*-]+address/i.test(text) ? [file] : []))).toEqual([])
})

it('has short lines in its documents', () => {
  const documents = textsOf(DOCUMENTS)
  expect(documents.length).toBeGreaterThan(50)
  const faults = documents.flatMap(([file, text]) =>
    longLines(text, /./, MAX_DOCUMENT).map((fault) => `${file}:${fault}`),
  )
  expect(faults).toEqual([])
})
