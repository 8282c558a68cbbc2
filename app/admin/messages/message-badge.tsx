import { Badge, type Tone } from '#app/kit/status.tsx'
import type { MessageStatus } from '#shop/messages/message.ts'

export const STATUS_LABELS: Record<MessageStatus, string> = {
  open: 'Open',
  answered: 'Answered',
  closed: 'Closed',
}
const TONES: Record<MessageStatus, Tone> = { open: 'warning', answered: 'info', closed: 'positive' }

export function MessageBadge({ status }: { status: MessageStatus }) {
  return <Badge tone={TONES[status]}>{STATUS_LABELS[status]}</Badge>
}
