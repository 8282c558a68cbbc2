import { describe, expect, it } from 'vitest'
import { partsOf } from '#bin/stylesheet-parts.ts'
import { rulesFor, withFirstStyles } from '#server/first-styles.ts'

const rulesOf = (css: string, html: string) => rulesFor(html, partsOf(css))

describe('the rules that a page carries', () => {
  it('are those whose element, classes, ids and attributes the page has', () => {
    const css = 'a.x{top:1px}.y,p{top:2px}#z>b{top:3px}[data-side=hydration] p{top:4px}[href^=t] p{top:5px}'
    expect(rulesOf(css, '<p>')).toBe('@layer ;p{top:2px}')
    expect(rulesOf(css, '<a class="w x">')).toContain('a.x{top:1px}')
    expect(rulesOf(css, '<i class="x">')).not.toContain('{')
    expect(rulesOf(css, '<div id="z"><b>')).toContain('#z>b{top:3px}')
    expect(rulesOf(css, '<div data-side="hydration"><p>')).toContain('{top:4px}')
    expect(rulesOf(css, '<div data-side="x"><p>')).not.toContain('{top:4px}')
    expect(rulesOf(css, '<a href="x"><p>')).toContain('{top:5px}')
    expect(rulesOf(':lang(hi){top:1px}', '<p lang="hi">')).toContain('{top:1px}')
    expect(rulesOf(':lang(hi){top:1px}', '<p lang="en">')).not.toContain('{top:1px}')
  })

  it('may name classes with escaped signs, and choices of which the page has one', () => {
    const css = '.\\[\\&\\>li\\]\\:x>li{top:1px}:is(.a,.b):not(.c) i{top:2px}p:has(.d){top:3px}'
    expect(rulesOf(css, '<ul class="[&amp;&gt;li]:x"><li>')).toContain('{top:1px}')
    expect(rulesOf(css, '<p class="b"><i>')).toContain('{top:2px}')
    expect(rulesOf(css, '<p class="e"><i>')).not.toContain('{top:')
  })

  it('leave out what answers a pointer, what is printed, parts of fields of other kinds, and fonts that are files', () => {
    const css = `a:hover{top:1px}a,b:focus-visible{top:2px}@media print{a{top:3px}}
      ::file-selector-button{top:1px}::-webkit-datetime-edit{top:1px}::backdrop{top:1px}
      @font-face{font-family:F;src:url(f.woff2)}@font-face{font-family:G;src:local(G)}`
    const rules = rulesOf(css, '<a><b>')
    expect(rules).toContain('a{top:2px}')
    expect(rules).not.toMatch(/1px|3px|hover|focus|url/)
    expect(rules).toContain('src:local(G)')
  })

  it('keep the order of all layers, and open a group once for its rules', () => {
    const css =
      '@layer base{a{top:1px}}@layer kit{p{top:2px}}@layer base{@media (width>9px){a{top:3px}}a{top:4px}}'
    expect(rulesOf(css, '<a>')).toBe(
      '@layer base,kit;@layer base{a{top:1px}@media (width>9px){a{top:3px}}a{top:4px}}',
    )
  })

  it('bring the variables, properties and animations that they or the page’s own styles use', () => {
    const css = `:root{--a:var(--b);--b:1px;--c:2px;--d:3px}@property --a{syntax:"*"}@property --c{syntax:"*"}
      p{top:var(--a);animation:turn 1s}@keyframes turn{to{top:0}}@keyframes fade{to{top:0}}`
    const rules = rulesOf(css, '<p style="--e:var(--d)">')
    expect(rules).toContain(':root{--a:var(--b);--b:1px;--d:3px}')
    expect(rules).toContain('@property --a')
    expect(rules).not.toContain('--c')
    expect(rules).toContain('@keyframes turn')
    expect(rules).not.toContain('fade')
  })
})

describe('a cached page', () => {
  const LINK = '<link rel="stylesheet" href="/assets/app.css"/>'
  const HINTS =
    '<link rel="preload" as="image" href="/a.svg"/><link rel="preload" as="font" type="font/woff2" href="/b.woff2"/>'
  const stylesheets = { '/assets/app.css': partsOf('p{top:1px}i{top:2px}.strip{top:3px}') }
  const made = (html: string) =>
    withFirstStyles(html, { stylesheets, inserted: '<i class="strip">', nonce: 'n1' })

  it('has its rules and those of what may be put into it, and the whole stylesheet where no script runs', () => {
    expect(made(`<head>${HINTS}${LINK}</head><p>`)).toBe(
      `<head><style nonce="n1">@layer ;p{top:1px}i{top:2px}.strip{top:3px}</style><noscript>${LINK}</noscript></head><p>`,
    )
  })

  it('has the rules of all its stylesheets in place of the first, in their order', () => {
    const links = [LINK, '<link nonce="n1" rel="stylesheet" href="/assets/part.css"/>']
    const parts = { ...stylesheets, '/assets/part.css': partsOf('p{top:9px}') }
    const html = `<head>${links[0]}<title></title>${links[1]}</head><p>`
    expect(withFirstStyles(html, { stylesheets: parts, inserted: '', nonce: 'n1' })).toBe(
      `<head><style nonce="n1">@layer ;p{top:1px}p{top:9px}</style><noscript>${links.join('')}</noscript><title></title></head><p>`,
    )
  })

  it('stays as it is with a stylesheet that the build did not take apart', () => {
    const html = `${HINTS}<link rel="stylesheet" href="/assets/other.css"/>`
    expect(made(html)).toBe(html)
    expect(made(html + LINK)).toBe(html + LINK)
  })
})
