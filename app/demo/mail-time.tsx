const FORMAT = new Intl.DateTimeFormat('en-IN', {
  dateStyle: 'medium',
  timeStyle: 'short',
  timeZone: 'Asia/Kolkata',
})

/** When a mail was sent, in Indian time. */
export function MailTime({ at }: { at: Date }) {
  return (
    <time dateTime={at.toISOString()} className="block text-sm tabular-nums">
      {FORMAT.format(at)}
    </time>
  )
}
