import { useHydrated } from '#app/kit/browser-state.ts'
import { Button, ButtonLink } from '#app/kit/button.tsx'
import { counted } from '#shop/kernel/text.ts'
import { formatDayAndTime } from '#shop/kernel/time.ts'
import type { CardState, ListedCard } from '#shop/programme/pin.ts'

const STATES: Record<Exclude<CardState, 'open'>, string> = {
  used: 'This card has been used.',
  replaced: 'A newer card was made, so this one no longer works.',
  expired: 'This card has expired.',
}

const NO_PHONE = 'She has no phone number any more. Enter one, then make a new card.'

export type CardSheetsProps = {
  brand: string
  cards: (ListedCard & { open: Pick<OpenCardProps, 'link' | 'code' | 'message'> | null })[]
  /** The page of the workers whose cards these are. */
  backTo: string
}

/** Cards to cut out, or to send one by one. */
export function CardSheets({ brand, cards, backTo }: CardSheetsProps) {
  const open = cards.filter((card) => card.open !== null).length
  return (
    <main id="main" className="sheets" data-sheets="cards">
      <title>Cards</title>
      <div className="sheet-tools">
        <h1>{`${counted(open, 'card')} to hand out`}</h1>
        <ButtonLink to={backTo} look="line" size="sm" icon="arrow-left">
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
