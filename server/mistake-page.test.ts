import { expect, it } from 'vitest'
import { describeMistake, mistakePage } from '#server/mistake-page.ts'

it('shows the message and the source line of an error', () => {
  const mistake = new Error('a <mistake>')
  expect(describeMistake(mistake)).toContain('a <mistake>\n\nserver/mistake-page.test.ts:5\n')
  expect(describeMistake(mistake)).toMatch(/^> 5 \| .+new Error/m)
  expect(mistakePage(mistake)).toContain('a &lt;mistake&gt;')
})

it('shows the page’s handle if the error is in the handle and names no line', () => {
  const mistake = Object.assign(new Error('it lacks access'), { file: 'app/contact/contact.tsx' })
  expect(describeMistake(mistake)).toMatch(
    /app\/contact\/contact\.tsx:\d+\n[\s\S]+^> \d+ \| export const handle/m,
  )
})
