import { useEffect, useRef } from 'react'
import { useFetcher } from 'react-router'
import { Banner } from '#app/kit/banner.tsx'
import { useAccountHint } from '#app/kit/browser/browser-state.ts'
import { Button } from '#app/kit/button.tsx'
import { TextField } from '#app/kit/fields.tsx'
import type { FormAnswer } from '#app/kit/form-fields.ts'
import { NOTICE_ID } from '#app/kit/paths.ts'
import { MAX_EMAIL_LENGTH } from '#shop/messages/message.ts'

/** `message`: the confirmation, which replaces the form. */
export type NoticeAnswer = FormAnswer<{ message: string; productId: string }>

type NoticeFormProps = {
  productId: string
  /** The server's answer if the form is on a page of its own. */
  answer: NoticeAnswer | undefined
}

/** Posts to /stock-notice and shows the answer in place. Signed-in customers need a single tap. */
export function NoticeForm({ productId, answer: pageAnswer }: NoticeFormProps) {
  const fetcher = useFetcher<NoticeAnswer>()
  const isSignedIn = useAccountHint('') !== ''
  const field = useRef<HTMLInputElement>(null)
  const answer = fetcher.data ?? pageAnswer
  useEffect(() => {
    if (fetcher.data?.ok === false) field.current?.focus()
  }, [fetcher.data])
  if (answer?.ok)
    return (
      <Banner tone="positive" className="wrap-anywhere">
        {answer.done.message}
      </Banner>
    )
  const problem = answer?.problems.email ?? answer?.message
  return (
    <fetcher.Form method="post" action="/stock-notice" className="grid w-full gap-5">
      <input type="hidden" name="productId" value={productId} />
      {/* As high as the field that the server always renders, so that nothing moves when a customer is signed in. */}
      <div className="min-h-20">
        {isSignedIn ? (
          <p>{problem ?? 'We’ll write to the address of your account.'}</p>
        ) : (
          <TextField
            ref={field}
            id="stock-notice-email"
            label="Email address"
            name="email"
            type="email"
            autoComplete="email"
            required
            maxLength={MAX_EMAIL_LENGTH}
            defaultValue={answer?.values.email ?? ''}
            errors={problem ? [problem] : null}
          />
        )}
      </div>
      <div>
        <Button look="line" busy={fetcher.state !== 'idle'}>
          Notify me
        </Button>
      </div>
    </fetcher.Form>
  )
}

export default function StockNotice({ productId }: { productId: string }) {
  return (
    <section id={NOTICE_ID} className="my-10 max-w-form" aria-labelledby="stock-notice-title">
      <h2 id="stock-notice-title" className="display text-2xl">
        Notify me when back in stock
      </h2>
      <p className="mt-3 mb-5 text-ink-soft">One email, and nothing else. It has a link to leave the list.</p>
      <NoticeForm productId={productId} answer={undefined} />
    </section>
  )
}
