import type { Column } from '#app/kit/column.ts'
import { Table } from '#app/kit/table.tsx'
import { LinkedText, type PolicyFacts } from '#app/legal/policy-text.tsx'
import { GrievanceOfficer, SellerDetails } from '#app/legal/seller-details.tsx'
import type { Seller } from '#shop/ctx.ts'
import type { Policy, PolicyBlock, PolicyTable } from '#shop/texts/markup.ts'

type PolicyData = { facts: PolicyFacts; seller: Seller }

export function PolicyArticle({ policy, facts, seller }: PolicyData & { policy: Policy }) {
  return (
    <article className="wrap py-section">
      <h1 className="display text-4xl">{policy.title}</h1>
      <p className="mt-5 max-w-read text-lg text-ink-soft">{policy.summary}</p>
      <p className="mt-2 text-sm text-ink-soft">Effective from {policy.since}</p>
      <div className="mt-12 grid gap-10 md:grid-cols-[minmax(0,4fr)_minmax(0,8fr)] md:gap-16">
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
        <div className="prose policy wrap-anywhere">
          {policy.sections.map((section) => (
            <section key={section.id} id={section.id} aria-labelledby={`${section.id}-title`}>
              <h2 id={`${section.id}-title`}>{section.title}</h2>
              {section.blocks.map((block, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: blocks keep their places while they are shown
                <Block key={index} block={block} facts={facts} seller={seller} />
              ))}
            </section>
          ))}
        </div>
      </div>
    </article>
  )
}

function Block({ block, facts, seller }: PolicyData & { block: PolicyBlock }) {
  if (typeof block === 'string') {
    return (
      <p>
        <LinkedText text={block} facts={facts} />
      </p>
    )
  }
  if ('details' in block) {
    if (block.details === 'seller') return <SellerDetails seller={seller} />
    // policyTexts has already inserted the tables of cookies and retention.
    return block.details === 'grievance' ? <GrievanceOfficer seller={seller} /> : null
  }
  if ('list' in block)
    return (
      <ul>
        {block.list.map((item) => (
          <li key={item}>
            <LinkedText text={item} facts={facts} />
          </li>
        ))}
      </ul>
    )
  return <Grid block={block} facts={facts} />
}

function Grid({ block: { caption, head, rows }, facts }: { block: PolicyTable; facts: PolicyFacts }) {
  const columns = head.map(
    (header, at): Column<readonly string[]> => ({
      header,
      ...(at === 0 && { place: 'lead' }),
      cell: (row) => <LinkedText text={row[at] ?? ''} facts={facts} />,
    }),
  )
  return <Table caption={caption} columns={columns} rows={rows} />
}
