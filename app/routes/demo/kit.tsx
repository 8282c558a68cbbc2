import { KitPage } from '#app/ui/kit-page/kit-page.tsx'

export const meta = () => [{ title: 'Components' }, { name: 'robots', content: 'noindex' }]

export default function DemoKit() {
  return <KitPage />
}
