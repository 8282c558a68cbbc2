import { useHydrated } from '#app/kit/browser/browser-state.ts'
import { Button, ButtonLink, buttonClass } from '#app/kit/button.tsx'
import { QrCode } from '#app/kit/qr-code.tsx'
import { useFormats, useWords } from '#app/programme/words/words.ts'
import type { CardState } from '#shop/programme/pin.ts'

type ShownCard = {
  id: string
  fullName: string
  groupName: string | null
  phone: string | null
  expiresAt: Date
  state: CardState
  open: Pick<OpenCardProps, 'link' | 'code' | 'message'> | null
}

type CardSheetsProps = {
  brand: string
  cards: ShownCard[]
  /** The path of the workers' page. */
  backTo: string
}

/** Cards to print and cut out, or to send one by one. */
export function CardSheets({ brand, cards, backTo }: CardSheetsProps) {
  const { cards: words } = useWords()
  const open = cards.filter((card) => card.open !== null).length
  return (
    <main id="main" className="sheets" data-sheets="cards">
      <title>{words.title({ count: open })}</title>
      <div className="sheet-tools">
        <h1>{words.title({ count: open })}</h1>
        <ButtonLink to={backTo} look="line" size="sm" icon="arrow-left">
          {words.back}
        </ButtonLink>
        {open > 0 && <PrintButton />}
        <p>{words.line}</p>
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
              <p>{card.state === 'open' ? words.noPhone : words[card.state]}</p>
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
  const { cards: words } = useWords()
  const { dayAndTime } = useFormats()
  return (
    <>
      <QrCode code={code} label={words.code({ name })} className="sheet-code" />
      <p lang="hi">{`${brand} का काम: फ़ोन के कैमरे से यह कोड खोलें और अपना पिन चुनें। यह कार्ड किसी को न दें।`}</p>
      <p>{words.until({ day: dayAndTime(until) })}</p>
      <p className="sheet-tools">
        <a className={buttonClass({})} href={message} target="_blank" rel="noreferrer">
          {words.send({ name })}
        </a>
        <span className="wrap-anywhere">{link}</span>
      </p>
    </>
  )
}

/** Hidden without JavaScript, because then only the browser's own menu can print. */
function PrintButton() {
  const { cards: words } = useWords()
  if (!useHydrated()) return null
  return (
    <Button type="button" onClick={() => window.print()}>
      {words.print}
    </Button>
  )
}
