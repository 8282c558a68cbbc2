import { Link } from 'react-router'
import { MailTime } from '#app/demo/mail-time.tsx'
import { withQuery } from '#app/frame/return-to.ts'
import { classNames } from '#app/kit/class-names.ts'

export type MailHead = { id: number; to: string; subject: string; sentAt: Date }

type MailListProps = { mails: MailHead[]; openId: number | null; filter: string }

/** Newest first; each subject opens its mail. */
export function MailList({ mails, openId, filter }: MailListProps) {
  return (
    // On a phone an opened mail takes the list's place.
    <ol className={classNames('border-t border-line', openId !== null && 'max-md:hidden')}>
      {mails.map((mail) => (
        <li key={mail.id} className="border-b border-line">
          <Link
            to={withQuery('/demo/mailbox', { to: filter || null, mail: String(mail.id) })}
            aria-current={mail.id === openId || undefined}
            className="block px-3 py-3 aria-[current]:bg-highlight aria-[current]:text-highlight-ink"
          >
            <span className="block font-semibold underline">{mail.subject}</span>
            <span className="block text-sm break-words">{mail.to}</span>
            <MailTime at={mail.sentAt} />
          </Link>
        </li>
      ))}
    </ol>
  )
}
