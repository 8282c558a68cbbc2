import { describe, expect, it } from 'vitest'
import { draftProblems, isComplete, linkAddress, readMarkup, wordsOf } from '#shop/newsletters/markup.ts'

const SHOP = { origin: 'https://shop.test', slug: '2026-11-7' }

describe('the markup of a newsletter', () => {
  it('supports headings, paragraphs, bold, italics, links, line breaks and lists', () => {
    const { blocks, badLinks } = readMarkup(
      '# Harvest\n\nSome **bold [words](/products)** and _more_.  \nNext line\n\n### Small\n\n1. one\n2. two\n   - inside\n\n* dot',
    )
    expect(badLinks).toEqual([])
    expect(blocks).toEqual([
      { kind: 'heading', level: 2, content: [{ kind: 'text', text: 'Harvest' }] },
      {
        kind: 'paragraph',
        content: [
          { kind: 'text', text: 'Some ' },
          {
            kind: 'bold',
            content: [
              { kind: 'text', text: 'bold ' },
              { kind: 'link', href: '/products', content: [{ kind: 'text', text: 'words' }] },
            ],
          },
          { kind: 'text', text: ' and ' },
          { kind: 'italic', content: [{ kind: 'text', text: 'more' }] },
          { kind: 'text', text: '.' },
          { kind: 'break' },
          { kind: 'text', text: 'Next line' },
        ],
      },
      { kind: 'heading', level: 3, content: [{ kind: 'text', text: 'Small' }] },
      {
        kind: 'list',
        isOrdered: true,
        items: [
          [{ kind: 'text', text: 'one' }],
          [{ kind: 'text', text: 'two' }],
          [{ kind: 'text', text: 'inside' }],
        ],
      },
      { kind: 'list', isOrdered: false, items: [[{ kind: 'text', text: 'dot' }]] },
    ])
  })

  it.each([
    '<script>alert(1)</script>',
    '<b onclick="x()">b</b>',
    '> quoted',
    '```\ncode\n```',
    '![picture](https://pictures.test/a.png)',
    '| a | b |\n|---|---|\n| 1 | 2 |',
    'R&D &amp; more',
  ])('keeps anything else as text: %j', (body) => {
    const { blocks, badLinks } = readMarkup(body)
    expect(badLinks).toEqual([])
    const words = blocks.map((block) => (block.kind === 'list' ? '' : wordsOf(block.content)))
    expect(words.join('')).toBe(body)
    expect(JSON.stringify(blocks)).not.toMatch(/"kind":"(?!paragraph|text)/)
  })

  it.each([
    'http://shop.test/products',
    'javascript:alert(1)',
    'data:text/html,x',
    '//evil.test',
    '/\\evil.test',
    '/\t/evil.test',
    'products',
    'mailto:a@example.test',
    'https://user:secret@shop.test/',
    'https://',
  ])('refuses a link to %s, and keeps its words', (href) => {
    const { blocks, badLinks } = readMarkup(`Before [words](<${href}>) after`)
    expect(badLinks).toEqual([href])
    expect(blocks.map((block) => (block.kind === 'paragraph' ? wordsOf(block.content) : ''))).toEqual([
      'Before words after',
    ])
    expect(JSON.stringify(blocks)).not.toContain('"link"')
  })

  it('adds the newsletter as utm source to links to the shop, and to no other links', () => {
    const campaign = 'utm_source=newsletter&utm_medium=email&utm_campaign=2026-11-7'
    expect(linkAddress('/products', SHOP)).toBe(`https://shop.test/products?${campaign}`)
    expect(linkAddress('/products?category=mix#top', SHOP)).toBe(
      `https://shop.test/products?category=mix&${campaign}#top`,
    )
    expect(linkAddress('https://shop.test/?utm_source=other', SHOP)).toBe(`https://shop.test/?${campaign}`)
    expect(linkAddress('https://else.test/a?b=1', SHOP)).toBe('https://else.test/a?b=1')
  })

  it('reports a missing subject, a missing text and bad links', () => {
    expect(draftProblems({ subject: '', body: ' \n' })).toEqual(['It has no subject.', 'It has no text.'])
    expect(draftProblems({ subject: 'Hello', body: '[a](http://x.test)' })).toEqual([
      'The link to “http://x.test” leads neither to an https address nor to a path of the shop.',
    ])
    expect(isComplete({ subject: 'Hello', body: 'Text' })).toBe(true)
  })

  it('names the Markdown elements that emails do not support', () => {
    const unknown = (body: string) => readMarkup(body).unknown
    expect(unknown('# One\n\n**bold** _it_ [link](/products)\n\n- a\n- b')).toEqual([])
    expect(unknown('| a | b |\n| - | - |\n| 1 | 2 |')).toEqual(['tables'])
    expect(unknown('> said\n\n`code`\n\n```\nmore\n```')).toEqual(['quotes', 'code', 'blocks of code'])
    expect(unknown('~~no~~ ![a](/a.png) <b>x</b>\n\n---')).toEqual([
      'strikethrough',
      'pictures',
      'HTML',
      'horizontal lines',
    ])
    expect(unknown('- one\n\n  > in a list')).toEqual(['quotes'])
  })
})
