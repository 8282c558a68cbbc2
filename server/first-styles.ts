/** Cached pages carry the rules of their own elements, so that the first paint waits for no stylesheet. */
import { unescaped } from '#server/security-headers.ts'

/** Elements, classes, ids and attributes that a selector requires; at least one item of a nested list. */
export type Needs = (string | Needs[])[]

type StyleRule = { within: string[]; selectors: { text: string; needs: Needs }[]; declarations: string[] }
type NamedRule = {
  within: string[]
  kind: 'property' | 'keyframes' | 'font-face'
  name: string
  text: string
}
export type StylePart = StyleRule | NamedRule

/** Made by bin/stylesheet-parts.ts. `layers` are in order of precedence. */
export type Stylesheet = { layers: string[]; parts: StylePart[] }

export type Stylesheets = Record<string, Stylesheet>

const LINK = /<link(?: nonce="[^"]*")? rel="stylesheet" href="([^"]+)"[^>]*>/g
const EARLY_FETCH = /<link rel="preload"[^>]* as="(?:font|image)"[^>]*>/g

/**
 * Replaces stylesheet links by the page's rules. `inserted`: HTML that the server may add later.
 * A page with an unknown stylesheet stays unchanged.
 */
export function withFirstStyles(
  html: string,
  { stylesheets, inserted, nonce }: { stylesheets: Stylesheets; inserted: string; nonce: string },
): string {
  const links = [...html.matchAll(LINK)]
  const found = links.map(([, href = '']) => stylesheets[href]).filter((item) => item !== undefined)
  if (found.length === 0 || found.length < links.length) return html
  const css = rulesFor(html + inserted, {
    layers: [...new Set(found.flatMap(({ layers }) => layers))],
    parts: found.flatMap(({ parts }) => parts),
  })
  const all = links.map(([link]) => link)
  const style = `<style nonce="${nonce}">${css}</style><noscript>${all.join('')}</noscript>`
  return html.replace(EARLY_FETCH, '').replace(LINK, (link) => (link === all[0] ? style : ''))
}

/** Returns rules that could match the page, with their variables, properties and animations. */
export function rulesFor(html: string, { layers, parts }: Stylesheet): string {
  const tokens = tokensOf(html)
  const matching = parts.map((part) => (isRule(part) ? matchingPart(part, tokens) : part))
  const used = usedVariables(html, matching.filter(isRule))
  const needed = matching.map((part) =>
    isRule(part) ? { ...part, declarations: part.declarations.filter((item) => isUsed(item, used)) } : part,
  )
  const values = needed.flatMap((part) => (isRule(part) ? part.declarations : [])).join(';')
  const texts = needed.map((part) => ({ within: part.within, text: textOf(part, used, values) }))
  return `@layer ${layers.join(',')};${inGroups(texts.filter(({ text }) => text !== ''))}`
}

function isRule(part: StylePart): part is StyleRule {
  return 'selectors' in part
}

function matchingPart(rule: StyleRule, tokens: Set<string>): StyleRule {
  const selectors = rule.selectors.filter(({ needs }) => isMet(needs, tokens))
  return { ...rule, selectors, declarations: selectors.length > 0 ? rule.declarations : [] }
}

function textOf(part: StylePart, used: Set<string>, values: string): string {
  if (isRule(part)) {
    if (part.declarations.length === 0) return ''
    return `${part.selectors.map(({ text }) => text).join(',')}{${part.declarations.join(';')}}`
  }
  if (part.kind === 'property') return used.has(part.name) ? part.text : ''
  if (part.kind === 'keyframes') return values.includes(part.name) ? part.text : ''
  return part.text
}

/** Opens and closes layers, media and other groups around the rules. */
function inGroups(texts: { within: string[]; text: string }[]): string {
  let open: string[] = []
  let css = ''
  for (const { within, text } of texts) {
    const shared = within.findIndex((group, at) => group !== open[at])
    const same = shared < 0 ? within.length : shared
    css += '}'.repeat(open.length - same)
    for (const group of within.slice(same)) css += `${group}{`
    css += text
    open = within
  }
  return css + '}'.repeat(open.length)
}

const SCRIPT = /<script[\s\S]*?<\/script>/g
const ELEMENT = /<([a-z][a-z0-9]*)([^<>]*)>/gi
const ATTRIBUTE = /\s([a-zA-Z-]+)(?:="([^"]*)")?/g

function tokensOf(html: string): Set<string> {
  const tokens = new Set<string>()
  for (const [, element = '', attributes = ''] of html.replace(SCRIPT, '').matchAll(ELEMENT)) {
    tokens.add(element.toLowerCase())
    for (const [, name = '', value = ''] of attributes.matchAll(ATTRIBUTE)) {
      tokens.add(`[${name.toLowerCase()}`)
      tokens.add(`[${name.toLowerCase()}=${unescaped(value)}`)
      if (name === 'id') tokens.add(`#${value}`)
      if (name === 'class') for (const item of unescaped(value).split(' ')) tokens.add(`.${item}`)
    }
  }
  return tokens
}

function isMet(needs: Needs, tokens: Set<string>): boolean {
  return needs.every((need) =>
    typeof need === 'string' ? tokens.has(need) : need.some((choice) => isMet(choice as Needs, tokens)),
  )
}

const USE = /var\((--[\w-]+)/g
const DEFINITION = /^(--[\w-]+):/

/** Returns the variables in use, directly or through others. */
function usedVariables(html: string, rules: StyleRule[]): Set<string> {
  const definitions = new Map<string, string[]>()
  const texts = [html]
  for (const item of rules.flatMap(({ declarations }) => declarations)) {
    const [, name] = DEFINITION.exec(item) ?? []
    if (name) definitions.set(name, [...(definitions.get(name) ?? []), item])
    else texts.push(item)
  }
  const used = new Set<string>()
  for (const text of texts)
    for (const [, name = ''] of text.matchAll(USE)) {
      if (used.has(name)) continue
      used.add(name)
      texts.push(...(definitions.get(name) ?? []))
    }
  return used
}

function isUsed(declaration: string, used: Set<string>): boolean {
  const [, name] = DEFINITION.exec(declaration) ?? []
  return !name || used.has(name)
}
