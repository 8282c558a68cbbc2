import { Form } from 'react-router'
import { Banner } from '#app/kit/banner.tsx'
import { Button } from '#app/kit/button.tsx'

type UndoBannerProps = { text: string; action: string; fields: Record<string, string> }

/** Reports a deletion. Its button posts the fields that undo the deletion. */
export function UndoBanner({ text, action, fields }: UndoBannerProps) {
  return (
    <Banner tone="positive" className="mb-4">
      <Form method="post" action={action} className="flex flex-wrap items-center gap-3">
        <span>{text}</span>
        {Object.entries(fields).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <Button look="line" size="sm">
          Undo
        </Button>
      </Form>
    </Banner>
  )
}
