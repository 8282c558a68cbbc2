import { DraftForm, type DraftFormProps } from '#app/admin/newsletters/draft-form.tsx'
import { CopyButton, type Preview, PreviewSection, UnknownMarks } from '#app/admin/newsletters/preview.tsx'
import { type AdminAnswer, AdminPage, AdminSection, StatusNotice } from '#app/desk/admin-page.tsx'
import { ConfirmDialog } from '#app/desk/confirm-dialog.tsx'
import { NEWSLETTERS } from '#app/desk/paths.ts'
import { Banner } from '#app/kit/banner.tsx'
import { ButtonLink } from '#app/kit/button.tsx'
import { audienceText, type Newsletter, subscribersText } from '#shop/newsletters/newsletter.ts'

export type DraftPageProps = {
  newsletter: Newsletter
  preview: Preview
  /** The admin's, for the test. */
  ownAddress: string
  /** How many subscribers the saved audience has now. */
  recipients: number
  /** Problems of the saved draft that prevent sending, a sentence each. */
  missing: string[]
  /** Marks of the text that emails do not have. */
  unknown: string[]
  form: DraftFormProps
  done: AdminAnswer | undefined
  asks: 'delete' | 'stop' | 'resume' | null
}

/** A draft: its form, who gets it, and the email as saved. */
export function DraftPage(props: DraftPageProps) {
  const { newsletter, preview, ownAddress, recipients, missing, unknown, form, done, asks } = props
  const own = `${NEWSLETTERS}/${newsletter.id}`
  return (
    <AdminPage
      title={newsletter.subject || 'No subject yet'}
      actions={
        <>
          <ButtonLink to={NEWSLETTERS} look="line" icon="arrow-left">
            Newsletters
          </ButtonLink>
          <CopyButton newsletter={newsletter} />
          <ButtonLink to={`${own}?delete=1`} look="line" icon="trash" preventScrollReset>
            Delete draft
          </ButtonLink>
        </>
      }
    >
      <StatusNotice answer={done} />
      <div className="newsletter-draft">
        <div>
          <DraftForm key={form.seenAt} {...form} isBehindDialog={asks !== null} />
          <p className="mt-3 max-w-read text-ink-soft">{`Tests go to ${ownAddress}.`}</p>
        </div>
        <div>
          <AdminSection title="As saved">
            <p>
              {recipients === 0 ? (
                <b>Nobody would get it now, so it can’t be sent.</b>
              ) : (
                <>
                  <b>{subscribersText(recipients)}</b> would get it now.
                </>
              )}
              {` ${audienceText(newsletter)}.`}
            </p>
            <UnknownMarks of={unknown} />
            {missing.length > 0 && (
              <Banner tone="warning" live={false} className="mt-3" title="Before it can be sent:">
                {missing.join(' ')}
              </Banner>
            )}
          </AdminSection>
          <PreviewSection title="Preview" preview={preview} />
        </div>
      </div>
      {asks === 'delete' && (
        <ConfirmDialog
          title="Delete this draft?"
          confirm="Delete draft"
          closeTo={own}
          action={own}
          fields={{ intent: 'delete', seen_at: String(form.seenAt) }}
        >
          <p>The draft is gone for good. Nothing of it was sent to subscribers.</p>
        </ConfirmDialog>
      )}
    </AdminPage>
  )
}
