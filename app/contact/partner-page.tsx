import { Link } from 'react-router'
import { ContactForm, type ContactFormProps } from '#app/contact/contact-form.tsx'
import { ContactHero } from '#app/contact/contact-hero.tsx'
import { ReachUs } from '#app/contact/reach-us.tsx'
import { useIsOpen } from '#app/frame/use-root-data.ts'
import { Icon } from '#app/kit/icon.tsx'
import { WORKER_HOME } from '#app/worker/paths.ts'
import type { ContactSubject } from '#shop/messages/message.ts'
import type { Seller } from '#shop/seller.ts'

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

/** The contact page of the millet side. */
export function PartnerPage({ seller, ...form }: ContactFormProps & { seller: Seller }) {
  const isOpen = useIsOpen()
  const reasons = REASONS.filter(({ subject }) => subject !== 'shg-program' || isOpen(WORKER_HOME))
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
      <div className="wrap contact-columns">
        <section aria-labelledby="write-to-us">
          <h2 id="write-to-us" className="display mb-6 text-3xl">
            Write to us
          </h2>
          <ContactForm key={form.chosen} {...form} />
        </section>
        <ReachUs seller={seller} />
      </div>
    </>
  )
}
