import { describe, expect, it } from 'vitest'
import { DOCUMENTS, faqTexts, homeTexts, offerLines, POLICIES, policyTexts } from '#app/texts/documents.ts'
import { HYDRATION_FAQ } from '#content/faq/hydration.ts'
import { HOME } from '#content/home.ts'
import { COOKIE_TABLE, COOKIES } from '#content/policies/privacy.ts'
import { retentionTable } from '#shop/privacy/retention.ts'
import { readQuestions, readSections, writeSections } from '#shop/texts/markup.ts'
import {
  cleanTexts,
  originalTexts,
  overridesOf,
  type TextDocument,
  textProblems,
  validTexts,
} from '#shop/texts/site-text.ts'

const documentOf = (name: string) => {
  const document = DOCUMENTS.find((candidate) => candidate.name === name)
  if (!document) throw new Error(`no ${name}`)
  return document
}
const originals = (name: string) => originalTexts(documentOf(name))

describe('the original texts', () => {
  it.each(DOCUMENTS.map((document) => [document.name, document] as const))(
    'of %s can be saved unchanged, and count as no change',
    (_, document) => {
      const typed = originalTexts(document)
      const values = cleanTexts(document, typed)
      expect(values).toEqual(typed)
      expect(textProblems(document, values)).toEqual({})
      expect(overridesOf(document, values)).toEqual({})
    },
  )

  it('are unchanged after writing and reading their fields', () => {
    expect(homeTexts(originals('home'))).toEqual(HOME)
    expect(faqTexts(originals('faq'))).toEqual(HYDRATION_FAQ)
    for (const [name, policy] of Object.entries(POLICIES)) {
      const read = readSections(writeSections(policy.sections))
      expect(read).toEqual({ ok: true, value: policy.sections })
      expect(policyTexts(name, originals(name)).title).toBe(policy.title)
    }
  })

  it('include the table of all cookies', () => {
    const { sections } = policyTexts('privacy-policy', originals('privacy-policy'))
    expect(sections.flatMap(({ blocks }) => blocks)).toContainEqual(COOKIE_TABLE)
    expect(COOKIE_TABLE.rows).toHaveLength(COOKIES.length)
  })

  it.each([
    ['the original text', originals('privacy-policy').sections ?? ''],
    [
      'a text with a table of its own',
      '## Who {#who}\n\nWe.\n\nTable: Personal data, by purpose\n| What | Why | How long |\n| All | So | For ever |',
    ],
    ['a text without a table', '## Who {#who}\n\nWe.'],
  ])('include the retention table of the nightly job: %s', (_, text) => {
    const { sections } = policyTexts('privacy-policy', { ...originals('privacy-policy'), sections: text })
    const tables = sections
      .flatMap(({ blocks }) => blocks)
      .filter(
        (block) => typeof block === 'object' && 'caption' in block && block.caption.startsWith('Personal'),
      )
    expect(tables).toEqual([retentionTable()])
    expect(policyTexts('terms', originals('terms')).sections.map(({ id }) => id)).not.toContain('kept')
  })
})

describe('textProblems', () => {
  const problem = (name: string, field: string, text: string) =>
    textProblems(documentOf(name), { ...originals(name), [field]: text })[field]

  it.each([
    ['home', 'hero.title', '', 'Headline is required.'],
    ['home', 'hero.title', 'x'.repeat(81), 'Headline has 81 characters. Please use at most 80.'],
    ['home', 'hero.title', 'Two\nlines', 'Headline must be one line.'],
    ['home', 'hero.lead', 'From {brand}', '{brand} can’t be filled in. Leave out { and }.'],
    ['home', 'hero.lead', '[Shop](/products)', 'Text below it can’t contain a link: leave out [ ] and ( ).'],
    ['faq', 'questions', 'No heading', 'Begin with a heading, such as: ## What it costs'],
    [
      'faq',
      'questions',
      '## A?\n\n- a list',
      '“A?”: an answer can contain only paragraphs, no lists or tables.',
    ],
    ['faq', 'questions', '## A?\n\n## B?\n\nb', '“A?” has no text.'],
    ['faq', 'questions', '## A?\n\na\n\n## A?\n\nb', 'Two headings have the anchor “a”.'],
    ['faq', 'questions', '## रागी?\n\na', '“रागी?”: add an anchor, such as {#delivery}.'],
    ['terms', 'sections', '## A\n\nText\n- item', '“A”: put a blank line before and after “- item”.'],
    ['terms', 'sections', '## A\n\n{{moon}}', '“A”: {{moon}} is not known.'],
    ['returns', 'sections', '## A\n\nText', 'Keep {{grievance}}: the law requires what it shows.'],
    [
      'privacy-policy',
      'sections',
      '## A\n\nTable: T\n| a | b |\n| c |',
      '“A”: row 1 of the table “T” needs 2 cells, like its head.',
    ],
  ])('refuses, in %s %s, the text %j', (name, field, text, message) => {
    expect(problem(name, field, text)).toBe(message)
  })

  it.each([
    'javascript:alert(1)',
    '//evil.example',
    'http://evil.example',
    'data:text/html,x',
    '\\\\evil',
    '',
  ])('refuses a link to %j', (target) => {
    expect(problem('faq', 'questions', `## A?\n\n[here](${target})`)).toMatch(/must lead to a page/)
  })

  it.each(['/shipping', '/contact?subject=x#form', 'https://www.fssai.gov.in/page?a=b'])(
    'accepts a link to %j',
    (target) => {
      expect(problem('faq', 'questions', `## A?\n\n[here](${target})`)).toBeUndefined()
    },
  )

  it('makes validTexts return the original instead of a stored text that is no longer valid', () => {
    const document: TextDocument = documentOf('faq')
    const stored = { questions: '## A?\n\nabout {moon}', gone: 'a field that is no longer there' }
    expect(validTexts(document, stored)).toEqual(originals('faq'))
  })
})

describe('a typed text', () => {
  it('is stored without carriage returns and trailing blanks', () => {
    const typed = { ...originals('offers'), lines: ' One  \r\nTwo\r\n\r\n' }
    expect(cleanTexts(documentOf('offers'), typed).lines).toBe('One\nTwo')
  })

  it('may have a question without an anchor', () => {
    expect(readQuestions('## How much, and when?\n\nA\nB\n\nC')).toEqual({
      ok: true,
      value: [{ id: 'how-much-and-when', question: 'How much, and when?', answer: ['A B', 'C'] }],
    })
  })
})

describe('the offers strip', () => {
  const lines = '{firstOrderOffer}\nNew: {friendOffer}\nOpen on Sunday'

  it('fills placeholders from the settings and keeps the shop’s own lines', () => {
    expect(offerLines({ lines }, { firstOrderOffer: 'One free', friendOffer: '20% off' })).toEqual([
      ...['One free', 'New: 20% off', 'Open on Sunday'],
    ])
  })

  it('drops a line with a disabled offer', () => {
    expect(offerLines({ lines }, { firstOrderOffer: '', friendOffer: '' })).toEqual(['Open on Sunday'])
  })
})
