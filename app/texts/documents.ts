import { HYDRATION_FAQ } from '#content/faq/hydration.ts'
import { HOME, type HomeTexts } from '#content/home.ts'
import { RETURNS, SHIPPING, TERMS } from '#content/policies/policies.ts'
import { COOKIE_TABLE, PRIVACY } from '#content/policies/privacy.ts'
import { retentionTable } from '#shop/privacy/retention.ts'
import {
  type ParseResult,
  type Policy,
  type PolicyBlock,
  type PolicySection,
  paragraphsOf,
  type Question,
  readQuestions,
  readSections,
  writeQuestions,
  writeSections,
} from '#shop/texts/markup.ts'
import type { TextDocument, TextField, TextValues } from '#shop/texts/site-text.ts'

/** Placeholders of policies, answers and delivery texts. `policyFacts` returns their values. */
const FACTS = [
  'brand',
  'shippingTerms',
  'shipsWithin',
  'metroDelivery',
  'elsewhereDelivery',
  'returnDays',
  'refundDays',
  'taxTerms',
  'forgetDays',
]

const line = (key: string, label: string, original: string, max = 120): TextField => ({
  ...{ key, label, original, max, kind: 'line' },
})
const passage = (key: string, label: string, original: string, max = 600): TextField => ({
  ...{ key, label, original, max, kind: 'paragraphs' },
})

export const HOME_DOCUMENT: TextDocument = {
  name: 'home',
  title: 'Home page',
  path: '/',
  placeholders: [],
  groups: [
    {
      title: 'Top of the page',
      fields: [
        line('hero.title', 'Headline', HOME.hero.title, 80),
        passage('hero.lead', 'Text below it', HOME.hero.lead, 240),
      ],
    },
    {
      title: 'What the name means',
      fields: HOME.meanings.flatMap(({ id, label, text }, at) => [
        line(`meanings.${id}.label`, `Tab ${at + 1}`, label, 40),
        passage(`meanings.${id}.text`, `Text of tab ${at + 1}`, text.join('\n\n')),
      ]),
    },
    { title: 'The complete box', fields: [passage('box.lead', 'Text', HOME.box.lead, 300)] },
    {
      title: 'From field to plate',
      fields: [
        line('journey.title', 'Heading', HOME.journey.title),
        ...HOME.journey.steps.flatMap(({ title, text }, at) => [
          line(`journey.${at + 1}.title`, `Step ${at + 1}`, title, 60),
          passage(`journey.${at + 1}.text`, `Text of step ${at + 1}`, text, 240),
        ]),
      ],
    },
    {
      title: 'Three values',
      fields: [
        line('values.title', 'Heading', HOME.values.title),
        ...HOME.values.three.flatMap(({ title, text }, at) => [
          line(`values.${at + 1}.title`, `Value ${at + 1}`, title, 60),
          passage(`values.${at + 1}.text`, `Text of value ${at + 1}`, text, 300),
        ]),
      ],
    },
    {
      title: 'Further down',
      fields: [
        line('voices.title', 'Heading of the voices', HOME.voicesTitle),
        line('impact.label', 'Link to the impact page', HOME.impactLink.label, 60),
        passage('impact.text', 'Text below the link', HOME.impactLink.text, 240),
        line('replenish.title', 'Heading about Replenish', HOME.replenish.title),
        passage('replenish.text', 'Text about Replenish', HOME.replenish.text, 300),
        line('replenish.link', 'Button to Replenish', HOME.replenish.link, 40),
      ],
    },
  ],
}

export function homeTexts(values: TextValues): HomeTexts {
  const text = (key: string) => values[key] ?? ''
  return {
    hero: { title: text('hero.title'), lead: inline(text('hero.lead')) },
    meanings: HOME.meanings.map((meaning) => ({
      ...meaning,
      label: text(`meanings.${meaning.id}.label`),
      text: paragraphsOf(text(`meanings.${meaning.id}.text`)),
    })),
    box: { lead: inline(text('box.lead')) },
    journey: {
      title: text('journey.title'),
      steps: HOME.journey.steps.map((step, at) => ({ ...step, ...textsOf(values, `journey.${at + 1}`) })),
    },
    values: {
      title: text('values.title'),
      three: HOME.values.three.map((value, at) => ({ ...value, ...textsOf(values, `values.${at + 1}`) })),
    },
    voicesTitle: text('voices.title'),
    impactLink: { label: text('impact.label'), text: inline(text('impact.text')) },
    replenish: {
      ...{ title: text('replenish.title'), text: inline(text('replenish.text')) },
      link: text('replenish.link'),
    },
  }
}

function textsOf(values: TextValues, key: string): { title: string; text: string } {
  return { title: values[`${key}.title`] ?? '', text: inline(values[`${key}.text`] ?? '') }
}

/** Joins paragraphs, for places that have room for only one. */
function inline(text: string): string {
  return paragraphsOf(text).join(' ')
}

export const OFFERS_DOCUMENT: TextDocument = {
  name: 'offers',
  title: 'Offers strip',
  path: '/products',
  placeholders: ['firstOrderOffer', 'friendOffer'],
  groups: [
    {
      title: 'Above the products and on the home page',
      fields: [
        {
          key: 'lines',
          label: 'Offers',
          kind: 'lines',
          hint: 'One a line. {firstOrderOffer} and {friendOffer} follow the settings, and disappear while an offer is off. Checkout doesn’t know about a line of your own: promise only what you keep by hand, or by a coupon.',
          original: '{firstOrderOffer}\n{friendOffer}',
          max: 600,
          optional: true,
        },
      ],
    },
  ],
}

/** Returns the lines of the strip. `offers`: the texts of its placeholders, '' for a disabled offer. */
export function offerLines(values: TextValues, offers: { firstOrderOffer: string; friendOffer: string }) {
  const fill = (text: string) =>
    text.replace(/\{(firstOrderOffer|friendOffer)\}/g, (_, name: keyof typeof offers) => offers[name])
  // The text around the placeholder of a disabled offer would still promise the offer.
  const isOff = (text: string) =>
    Object.entries(offers).some(([name, offer]) => offer === '' && text.includes(`{${name}}`))
  return (values.lines ?? '')
    .split('\n')
    .filter((text) => !isOff(text))
    .map((text) => fill(text).trim())
    .filter((text) => text !== '')
}

export const DELIVERY_DOCUMENT: TextDocument = {
  name: 'delivery',
  title: 'Delivery texts',
  path: '/shipping',
  placeholders: [
    'brand',
    'shippingPromise',
    'shippingTerms',
    'shipsWithin',
    'metroDelivery',
    'elsewhereDelivery',
  ],
  groups: [
    {
      title: 'What delivery costs',
      fields: [
        {
          ...line('promise', 'Short form', '{shippingPromise}', 80),
          hint: 'On product pages, the home page and the shelf, without a full stop. {shippingPromise} follows the settings.',
        },
        {
          ...passage('terms', 'In full sentences', '{shippingTerms}', 600),
          links: true,
          hint: 'In the shipping policy and the answers. {shippingTerms} follows the settings.',
        },
      ],
    },
    {
      title: 'For some days',
      fields: [
        {
          ...passage('notice', 'Delivery notice', '', 240),
          hint: 'On product pages and in the cart while it is here: “Orders placed after 7 November ship after Diwali.”',
          optional: true,
        },
      ],
    },
  ],
}

export type DeliveryTexts = {
  promise: string
  /** The promise in full sentences. May contain links. */
  terms: string
  /** A notice for some days, or ''. */
  notice: string
}

export const FAQ_DOCUMENT: TextDocument = {
  name: 'faq',
  title: 'Questions and answers',
  path: '/hydration/contact',
  placeholders: FACTS,
  groups: [
    {
      title: 'Questions people ask',
      fields: [
        {
          key: 'questions',
          label: 'Questions',
          kind: 'questions',
          links: true,
          hint: 'Each question after ##, its answer below it, with a blank line between paragraphs.',
          original: writeQuestions(HYDRATION_FAQ),
          max: 12_000,
        },
      ],
    },
  ],
}

/** Returns the document's questions, or the original ones if they cannot be parsed (saving refuses such a text). */
export function faqTexts(values: TextValues): readonly Question[] {
  return valueOr(readQuestions(values.questions ?? ''), HYDRATION_FAQ)
}

export const POLICIES: Readonly<Record<string, Policy>> = {
  'privacy-policy': PRIVACY,
  terms: TERMS,
  shipping: SHIPPING,
  returns: RETURNS,
}

const POLICY_DOCUMENTS = Object.entries(POLICIES).map(
  ([name, policy]): TextDocument => ({
    name,
    title: policy.title,
    path: `/${name}`,
    placeholders: FACTS,
    groups: [
      {
        title: 'Policy',
        fields: [
          line('title', 'Title', policy.title, 80),
          line('summary', 'Summary', policy.summary, 240),
          {
            ...line('since', 'Effective from', policy.since, 40),
            hint: 'When the meaning changes, the day from which the new text applies.',
          },
          {
            key: 'sections',
            label: 'Sections',
            kind: 'sections',
            links: true,
            hint: 'A heading after ##, a list of lines that begin with -, a link as [words](/path). The part in {# } is the heading’s address on the page: other pages may link to it.',
            original: writeSections(policy.sections),
            max: 40_000,
          },
        ],
      },
    ],
  }),
)

export function policyTexts(name: string, values: TextValues): Policy {
  const original = POLICIES[name] ?? SHIPPING
  const sections = valueOr(readSections(values.sections ?? ''), original.sections)
  return {
    title: values.title ?? original.title,
    summary: values.summary ?? original.summary,
    since: values.since ?? original.since,
    sections: withTables(name === 'privacy-policy' ? withRetention(sections) : sections),
  }
}

/** Inserts the tables of cookies and retention. They come from the code, so that they are never out of date. */
function withTables(sections: readonly PolicySection[]): PolicySection[] {
  const fillTable = (block: PolicyBlock): PolicyBlock => {
    if (typeof block === 'string' || !('details' in block)) return block
    if (block.details === 'retention') return retentionTable()
    return block.details === 'cookies' ? COOKIE_TABLE : block
  }
  return sections.map((section) => ({ ...section, blocks: section.blocks.map(fillTable) }))
}

/** Handles texts edited before the code had this table: replaces the text's own table, or adds the table at the end. */
function withRetention(sections: readonly PolicySection[]): readonly PolicySection[] {
  const table: PolicyBlock = { details: 'retention' }
  const blocks = sections.flatMap((section) => section.blocks)
  if (
    blocks.some((block) => typeof block === 'object' && 'details' in block && block.details === 'retention')
  )
    return sections
  const { caption } = retentionTable()
  const isOwnTable = (block: PolicyBlock) =>
    typeof block === 'object' && 'caption' in block && block.caption === caption
  if (!blocks.some(isOwnTable))
    return [...sections, { id: 'kept', title: 'What we keep, why and how long', blocks: [table] }]
  return sections.map((section) => ({
    ...section,
    blocks: section.blocks.map((block) => (isOwnTable(block) ? table : block)),
  }))
}

function valueOr<T>(parsed: ParseResult<T>, original: T): T {
  return parsed.ok ? parsed.value : original
}

export const DOCUMENTS: readonly TextDocument[] = [
  HOME_DOCUMENT,
  OFFERS_DOCUMENT,
  DELIVERY_DOCUMENT,
  FAQ_DOCUMENT,
  ...POLICY_DOCUMENTS,
]

export function findDocument(name: string): TextDocument | undefined {
  return DOCUMENTS.find((document) => document.name === name)
}
