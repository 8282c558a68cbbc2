import type { PageHandle } from '#app/root.tsx'
import { KitPage } from '#app/ui/kit-page/kit-page.tsx'

export const handle: PageHandle = { noindex: true }

export const meta = () => [{ title: 'Components' }]

export default function DemoKit() {
  return <KitPage />
}
