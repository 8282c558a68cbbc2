import { Form, useLocation, useNavigation } from 'react-router'
import { FlashNotice } from '#app/account/flash-notice.tsx'
import { SettingsSection } from '#app/account/settings-section.tsx'
import { useIsOpen } from '#app/frame/use-root-data.ts'
import { Button } from '#app/kit/button.tsx'
import { Checkbox } from '#app/kit/fields.tsx'
import type { EmailChoice, EmailChoices, EmailPurpose } from '#shop/customers/consent.ts'
import { formatDayAndTime } from '#shop/kernel/time.ts'

const MAILS: { purpose: EmailPurpose; label: string; about: string }[] = [
  {
    purpose: 'newsletter',
    label: 'Newsletter',
    about: 'New products, recipes and offers. One email a month at most.',
  },
  {
    purpose: 'referral-mails',
    label: 'Emails about referrals',
    about: 'When someone you referred has ordered and you have earned a coupon.',
  },
]

/** Emails beyond those about orders; one checkbox each subscribes and unsubscribes. */
export function MailChoicesForm({ choices, hasSaved }: { choices: EmailChoices; hasSaved: boolean }) {
  const isOpen = useIsOpen()
  // A subscriber can always unsubscribe.
  const mails = MAILS.filter(
    ({ purpose }) => purpose !== 'newsletter' || choices.newsletter.isGiven || isOpen('/newsletter'),
  )
  const { key } = useLocation()
  const isBusy = useNavigation().formAction === '/profile/mails'
  return (
    <SettingsSection id="mails" title="What we email you">
      <p className="mt-3 text-ink-soft">
        We always email you about your orders and account. The rest is up to you.
      </p>
      <Form
        method="post"
        action="/profile/mails"
        preventScrollReset
        aria-describedby={hasSaved ? 'mails-saved' : undefined}
        className="mt-5 grid gap-5"
      >
        {mails.map(({ purpose, label, about }) => (
          <Checkbox
            key={purpose}
            name={purpose}
            label={label}
            hint={`${about} ${sinceWhen(choices[purpose])}`.trim()}
            defaultChecked={choices[purpose].isGiven}
          />
        ))}
        <div className="flex flex-wrap items-center gap-4">
          <Button look="line" size="sm" busy={isBusy}>
            Save choices
          </Button>
          {hasSaved && (
            <FlashNotice key={key} id="mails-saved">
              Choices saved
            </FlashNotice>
          )}
        </div>
      </Form>
    </SettingsSection>
  )
}

function sinceWhen({ isGiven, decidedAt }: EmailChoice): string {
  if (!decidedAt) return ''
  return `${isGiven ? 'On' : 'Off'} since ${formatDayAndTime(decidedAt)}.`
}
