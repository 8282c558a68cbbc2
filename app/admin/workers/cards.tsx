import { data } from 'react-router'
import { encode } from 'uqr'
import { AdminError } from '#app/admin/admin-error.tsx'
import stylesheet from '#app/admin/orders/print.css?url'
import { WORKERS } from '#app/admin/paths.ts'
import { useHydrated } from '#app/kit/browser-state.ts'
import { Button, ButtonLink } from '#app/kit/button.tsx'
import { adminContext } from '#app/request/guards.server.ts'
import type { PageHandle } from '#app/request/page-handle.ts'
import { counted } from '#shop/kernel/text.ts'
import { formatDayAndTime } from '#shop/kernel/time.ts'
import { cardLink, cardToken } from '#shop/programme/card-link.ts'
import type { CardState, ListedCard } from '#shop/programme/pin.ts'
import { listCards } from '#shop/programme/sign-in.read.ts'
import type { Route } from './+types/cards.ts'

export const handle: PageHandle = {
  title: null,
  side: 'admin',
  guard: 'admin',
  search: 'noindex',
  feature: 'programme',
  access: { at: '/admin/dashboard/workers/cards/{nothing}', get: [401, 403, 403, 404] },
}

export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: stylesheet }]

/** The cards that were made together, to print or to show; the link of a used or replaced card is left out. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const { db, config, links: signer, now } = context.get(adminContext)
  const cards = await listCards(db, params.batch, now)
  if (cards.length === 0) throw data(null, { status: 404 })
  const { brand, origin } = config
  const shown = cards.map((card) => {
    // Without her number there is nothing that she could sign in with.
    if (card.state !== 'open' || card.phone === null) return { ...card, open: null }
    const link = cardLink(origin, cardToken(signer, card.id))
    return { ...card, open: { link, code: codeOf(link), message: messageLink(card, { brand, link }) } }
  })
  return { brand, cards: shown }
}

/** A QR code as one SVG path in units of its modules, one bar for each run; `size` includes the quiet zone. */
function codeOf(text: string): { size: number; path: string } {
  const { data: rows, size } = encode(text, { ecc: 'M', border: 4 })
  const bars = rows.flatMap((row, y) => {
    const line = row.map((isDark) => (isDark ? '1' : '0')).join('')
    return [...line.matchAll(/1+/g)].map(
      ({ 0: run, index }) => `M${index} ${y}h${run.length}v1h-${run.length}z`,
    )
  })
  return { size, path: bars.join('') }
}

/** A link that opens WhatsApp with a message to her, in Hindi and English. */
function messageLink(
  { fullName, phone }: ListedCard,
  { brand, link }: { brand: string; link: string },
): string {
  const name = fullName.split(' ')[0] ?? fullName
  const text = [
    `नमस्ते ${name} जी, ${brand} का काम अपने फ़ोन पर देखने के लिए यह लिंक खोलें और अपना पिन चुनें। यह लिंक 3 दिन चलता है। इसे किसी और को न भेजें।`,
    `Namaste ${name}, open this link to see your work with ${brand} on your phone, and choose a PIN. It works for 3 days. Do not send it to anyone else.`,
    link,
  ].join('\n\n')
  return `https://wa.me/91${phone}?${new URLSearchParams({ text })}`
}

const STATES: Record<Exclude<CardState, 'open'>, string> = {
  used: 'This card has been used.',
  replaced: 'A newer card was made, so this one no longer works.',
  expired: 'This card has expired.',
}

const NO_PHONE = 'She has no phone number any more. Enter one, then make a new card.'

export default function Cards({ loaderData: { brand, cards } }: Route.ComponentProps) {
  const open = cards.filter((card) => card.open !== null).length
  return (
    <main id="main" className="sheets" data-sheets="cards">
      <title>Cards</title>
      <div className="sheet-tools">
        <h1>{`${counted(open, 'card')} to hand out`}</h1>
        <ButtonLink to={WORKERS} look="line" size="sm" icon="arrow-left">
          Workers
        </ButtonLink>
        {open > 0 && <PrintButton />}
        <p>A card is good once, for three days. Whoever has it can choose her PIN: give it to her alone.</p>
      </div>
      <div className="sheet-pages">
        {cards.map((card) => (
          <section key={card.id} className="sheet sheet-card" aria-label={card.fullName}>
            <p className="sheet-to">
              <b>{card.fullName}</b>
              <small>{[card.groupName, card.phone].filter(Boolean).join(' · ')}</small>
            </p>
            {card.open ? (
              <OpenCard {...card.open} name={card.fullName} brand={brand} until={card.expiresAt} />
            ) : (
              <p>{card.state === 'open' ? NO_PHONE : STATES[card.state]}</p>
            )}
          </section>
        ))}
      </div>
    </main>
  )
}

type OpenCardProps = {
  link: string
  code: { size: number; path: string }
  message: string
  name: string
  brand: string
  until: Date
}

function OpenCard({ link, code, message, name, brand, until }: OpenCardProps) {
  return (
    <>
      <svg
        role="img"
        aria-label={`QR code of ${name}’s card`}
        viewBox={`0 0 ${code.size} ${code.size}`}
        className="sheet-code"
        shapeRendering="crispEdges"
      >
        <rect width={code.size} height={code.size} fill="#fff" />
        <path d={code.path} fill="#000" />
      </svg>
      <p lang="hi">{`${brand} का काम: फ़ोन के कैमरे से यह कोड खोलें और अपना पिन चुनें। यह कार्ड किसी को न दें।`}</p>
      <p>{`Open the code with the phone’s camera and choose a PIN. Good until ${formatDayAndTime(until)}.`}</p>
      <p className="sheet-tools">
        <a className="link" href={message} target="_blank" rel="noreferrer">
          {`Send to ${name} by WhatsApp`}
        </a>
        <span className="wrap-anywhere">{link}</span>
      </p>
    </>
  )
}

/** Without JavaScript the browser's own menu prints. */
function PrintButton() {
  if (!useHydrated()) return null
  return (
    <Button type="button" onClick={() => window.print()}>
      Print
    </Button>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <AdminError error={error} frame={undefined} lists={[{ path: WORKERS, label: 'Workers' }]} />
}
