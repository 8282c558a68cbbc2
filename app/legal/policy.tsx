import { data } from 'react-router'
import { type Column, Table } from '#app/kit/table.tsx'
import { Prose } from '#app/kit/text.tsx'
import { LinkedText, type PolicyFacts, policyFacts } from '#app/legal/policy-text.tsx'
import { GrievanceOfficer, SellerDetails } from '#app/legal/seller-details.tsx'
import { requestContext } from '#app/request/context.server.ts'
import type { PageHandle } from '#app/request/page-handle.ts'
import { pageMeta, pagePicture, siteOf } from '#app/seo/page-meta.ts'
import { type Policy, type PolicyBlock, RETURNS, SHIPPING, TERMS } from '#content/policies/policies.ts'
import { PRIVACY } from '#content/policies/privacy.ts'
import type { Seller } from '#shop/seller.ts'
import type { Route } from './+types/policy.ts'

export const handle: PageHandle = {
  cached: 'exact',
  search: 'sitemap',
  landing: 'help',
  access: { get: 200 },
}

/** By the route's pattern: each policy has an address, and all share this module. */
const POLICIES: Record<string, Policy> = {
  'privacy-policy': PRIVACY,
  terms: TERMS,
  shipping: SHIPPING,
  returns: RETURNS,
}

/** The text comes as data, so that a browser loads only the policy it shows. */
export function loader({ pattern, context }: Route.LoaderArgs) {
  const policy = POLICIES[pattern]
  if (!policy) throw data(null, { status: 404 })
  const { ctx, seller } = context.get(requestContext)
  return { path: `/${pattern}`, policy, seller, facts: policyFacts(ctx.config) }
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  if (!loaderData) return []
  const { path, policy } = loaderData
  const { title, summary: description } = policy
  return pageMeta({ ...siteOf(matches), path, title, description, image: pagePicture(handle.picture) })
}

export default function PolicyPage({ loaderData: { policy, facts, seller } }: Route.ComponentProps) {
  return (
    <article className="wrap py-section">
      <h1 className="display text-4xl">{policy.title}</h1>
      <p className="mt-5 max-w-read text-lg text-ink-soft">{policy.summary}</p>
      <p className="mt-2 text-sm text-ink-soft">Effective from {policy.since}</p>
      <div className="mt-12 grid gap-10 md:grid-cols-[minmax(0,4fr)_minmax(0,8fr)] md:gap-16">
        <Contents policy={policy} />
        <Prose className="policy">
          {policy.sections.map((section) => (
            <section key={section.id} id={section.id} aria-labelledby={`${section.id}-title`}>
              <h2 id={`${section.id}-title`}>{section.title}</h2>
              {section.blocks.map((block, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the blocks of a fixed text keep their places
                <Block key={index} block={block} facts={facts} seller={seller} />
              ))}
            </section>
          ))}
        </Prose>
      </div>
    </article>
  )
}

type Given = { facts: PolicyFacts; seller: Seller }

function Contents({ policy }: { policy: Policy }) {
  return (
    <nav aria-label="On this page" className="policy-contents">
      <p className="font-semibold">On this page</p>
      <ul className="mt-2 border-t-2">
        {policy.sections.map(({ id, title }) => (
          <li key={id}>
            <a href={`#${id}`}>{title}</a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function Block({ block, facts, seller }: Given & { block: PolicyBlock }) {
  if (typeof block === 'string') {
    return (
      <p>
        <LinkedText text={block} facts={facts} />
      </p>
    )
  }
  if ('details' in block) {
    return block.details === 'seller' ? (
      <SellerDetails seller={seller} />
    ) : (
      <GrievanceOfficer seller={seller} />
    )
  }
  if ('list' in block) return <List items={block.list} facts={facts} />
  return <Grid block={block} facts={facts} />
}

function List({ items, facts }: { items: readonly string[]; facts: PolicyFacts }) {
  return (
    <ul>
      {items.map((item) => (
        <li key={item}>
          <LinkedText text={item} facts={facts} />
        </li>
      ))}
    </ul>
  )
}

type GridBlock = Extract<PolicyBlock, { head: readonly string[] }>

function Grid({ block: { caption, head, rows }, facts }: { block: GridBlock; facts: PolicyFacts }) {
  const columns = head.map(
    (header, at): Column<readonly string[]> => ({
      key: header,
      header,
      ...(at === 0 && { place: 'lead' }),
      cell: (row) => <LinkedText text={row[at] ?? ''} facts={facts} />,
    }),
  )
  return <Table caption={caption} columns={columns} rows={rows} rowKey={(row) => row[0] ?? ''} />
}
