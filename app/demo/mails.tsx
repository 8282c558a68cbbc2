import { withQuery } from '#app/frame/return-to.ts'
import { Accordion } from '#app/kit/accordion.tsx'
import { FramedMail } from '#app/kit/framed-mail.tsx'
import { Link } from '#app/kit/link.tsx'
import { classNames } from '#app/kit/text.tsx'
import { formatDayAndTime } from '#shop/kernel/time.ts'

type MailHead = { id: number; to: string; subject: string; sentAt: Date }

type MailListProps = { mails: MailHead[]; openId: number | null; filter: string }

export function MailList({ mails, openId, filter }: MailListProps) {
  return (
    // On a phone an opened email replaces the list.
    <ol className={classNames('border-t border-line', openId !== null && 'max-md:hidden')}>
      {mails.map((mail) => (
        <li key={mail.id} className="border-b border-line">
          <Link
            // Needs a full page load: each response's CSP allows the inline styles of its email.
            reloadDocument
            to={withQuery('/demo/mailbox', { to: filter || null, mail: String(mail.id) })}
            aria-current={mail.id === openId || undefined}
            className="block px-3 py-3 aria-[current]:bg-highlight aria-[current]:text-highlight-ink"
          >
            <span className="block font-semibold underline">{mail.subject}</span>
            <span className="block text-sm wrap-anywhere">{mail.to}</span>
            <MailTime at={mail.sentAt} />
          </Link>
        </li>
      ))}
    </ol>
  )
}

const WEB_LINK = /(https?:\/\/[^\s<>"]*[^\s<>".,;:!?)])/

type FullMail = MailHead & { text: string; html: string }

export function OpenMail({ mail, origin }: { mail: FullMail; origin: string }) {
  const look = 'h-[32rem] w-full rounded-xs border border-line bg-surface-raised'
  const preview = <FramedMail html={mail.html} className={look} />
  return (
    <article aria-labelledby="subject" className="grid gap-6">
      <div>
        <h2 id="subject" className="display text-xl">
          {mail.subject}
        </h2>
        <p className="mt-2 text-sm wrap-anywhere text-ink-soft">To {mail.to}</p>
        <div className="text-ink-soft">
          <MailTime at={mail.sentAt} />
        </div>
      </div>
      <p className="wrap-anywhere whitespace-pre-line">
        {textParts(mail.text, origin).map(({ text, href }, index) =>
          href ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never change places
            <a key={index} href={href} className="break-all underline">
              {text}
            </a>
          ) : (
            text
          ),
        )}
      </p>
      <Accordion items={[{ id: 'drawn', title: 'As an email program shows it', body: preview }]} />
    </article>
  )
}

/** Splits a text at its web links. Links to the shop become paths, so that the session also works at localhost. */
export function textParts(text: string, origin: string) {
  // Splitting by a pattern with a group returns text and links alternately.
  const parts = text.split(WEB_LINK).map((part, index) => ({
    text: part,
    href: index % 2 === 0 ? null : part.startsWith(`${origin}/`) ? part.slice(origin.length) : part,
  }))
  return parts.filter((part) => part.text !== '')
}

function MailTime({ at }: { at: Date }) {
  return (
    <time dateTime={at.toISOString()} className="block text-sm tabular-nums">
      {formatDayAndTime(at)}
    </time>
  )
}
