import { contactAction, contactData } from '#app/contact/contact.server.ts'
import { ContactColumns, ContactHero } from '#app/contact/contact-form.tsx'
import { useCanOpen } from '#app/frame/use-root-data.ts'
import { Icon } from '#app/kit/icon.tsx'
import { Link } from '#app/kit/link.tsx'
import { WORKER_HOME } from '#app/kit/paths.ts'
import type { PageHandle } from '#app/request/page-handle.ts'
import type { ContactSubject } from '#shop/messages/message.ts'
import type { Route } from './+types/contact.ts'

export const handle: PageHandle = {
  sheet: 'texts',
  title: 'Partner With Us',
  description: 'Bulk orders, partnerships, the self-help group programme, or a question: write to us.',
  picture: 'contact',
  band: '--color-gulab-200',
  cached: 'exact',
  query: ['order', 'subject'],
  search: 'sitemap',
  landing: 'contact',
  access: { get: 200, post: 422 },
}

const LEAD =
  'Want to stock us, need fifty packs, or run a group that would like to work with us? Write to us.'

const REASONS: { subject: ContactSubject; title: string; line: string }[] = [
  {
    subject: 'bulk-order',
    title: 'Order in bulk',
    line: 'Offices, canteens, hostels and weddings. Say what, how much, where and by when.',
  },
  {
    subject: 'partnership',
    title: 'Sell or make with us',
    line: 'Shops, growers’ groups, kitchens and schools. Say what you have in mind.',
  },
  {
    subject: 'shg-program',
    title: 'Join as a self-help group',
    line: 'Say where your group is, how many you are and what you make today.',
  },
]

export function loader({ request, context }: Route.LoaderArgs) {
  return contactData(request, context)
}

export function action({ request, context }: Route.ActionArgs) {
  return contactAction(request, context, 'millet')
}

export const headers = ({ actionHeaders }: Route.HeadersArgs) => actionHeaders

export default function Contact({ loaderData, actionData }: Route.ComponentProps) {
  const canOpen = useCanOpen()
  const reasons = REASONS.filter(({ subject }) => subject !== 'shg-program' || canOpen(WORKER_HOME))
  return (
    <>
      <ContactHero
        title="Partner With Us"
        lead={LEAD}
        drawing={{ name: 'cultivate-people', isScene: true }}
      />
      <section aria-label="Reasons to write" className="wrap">
        <ul className="contact-reasons">
          {reasons.map(({ subject, title, line }) => (
            <li key={subject}>
              <Link to={`/contact?subject=${subject}#form`}>
                <span className="contact-reason-title">
                  {title} <Icon name="arrow-right" />
                </span>
                <span className="text-ink-soft">{line}</span>
              </Link>
            </li>
          ))}
        </ul>
      </section>
      <ContactColumns answer={actionData} {...loaderData} />
    </>
  )
}
