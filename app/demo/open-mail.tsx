import type { MailHead } from '#app/demo/mail-list.tsx'
import { textParts } from '#app/demo/mail-text.ts'
import { MailTime } from '#app/demo/mail-time.tsx'
import { Accordion } from '#app/kit/accordion.tsx'

export type MailWhole = MailHead & { text: string; html: string }

/** One mail: what it says, with its links, and how a mail program would draw it. `origin` is the shop's own. */
export function OpenMail({ mail, origin }: { mail: MailWhole; origin: string }) {
  return (
    <article aria-labelledby="subject" className="grid gap-6">
      <div>
        <h2 id="subject" className="display text-xl">
          {mail.subject}
        </h2>
        <p className="mt-2 text-sm break-words text-ink-soft">To {mail.to}</p>
        <div className="text-ink-soft">
          <MailTime at={mail.sentAt} />
        </div>
      </div>
      <MailText text={mail.text} origin={origin} />
      <Accordion
        items={[{ id: 'drawn', title: 'As an email program shows it', body: <DrawnMail html={mail.html} /> }]}
      />
    </article>
  )
}

function MailText({ text, origin }: { text: string; origin: string }) {
  return (
    <p className="break-words whitespace-pre-line">
      {textParts(text, origin).map(({ text: words, href }, index) =>
        href ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never change places
          <a key={index} href={href} className="break-all underline">
            {words}
          </a>
        ) : (
          words
        ),
      )}
    </p>
  )
}

/** What a mail brings along runs no scripts, sends no forms and leads nowhere: its links stand in the text. */
function DrawnMail({ html }: { html: string }) {
  return (
    <iframe
      title="The email as it looks"
      sandbox=""
      srcDoc={html}
      loading="lazy"
      className="h-[32rem] w-full rounded-xs border border-line bg-surface-raised"
    />
  )
}
