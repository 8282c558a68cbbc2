import { Icon } from '#app/kit/icon.tsx'
import type { IconName } from '#app/kit/icons.ts'
import { LEDGERS } from '#content/impact.ts'

/** What is measured beside what is not. */
export function Ledgers() {
  return (
    <section className="py-section ledgers" aria-labelledby="ledgers">
      <div className="wrap">
        <h2 id="ledgers" className="display text-4xl">
          {LEDGERS.title}
        </h2>
        <div className="ledgers-two">
          <Page icon="check" {...LEDGERS.counted} />
          <Page icon="minus" {...LEDGERS.open} />
        </div>
        <p className="max-w-read">{LEDGERS.note}</p>
      </div>
    </section>
  )
}

type PageProps = { icon: IconName; title: string; rows: readonly string[] }

function Page({ icon, title, rows }: PageProps) {
  return (
    <div>
      <h3>{title}</h3>
      <ul>
        {rows.map((row) => (
          <li key={row}>
            <Icon name={icon} />
            {row}
          </li>
        ))}
      </ul>
    </div>
  )
}
