/** Fields and buttons of the forms to sign in and up. */
import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { DEMO_PASSWORD } from '#db/seed/demo-accounts.ts'

export const newEmail = () => `${randomUUID()}@example.test`

export const field = (page: Page, label: string) => page.getByRole('main').getByLabel(label, { exact: true })

export const button = (page: Page, name: string) =>
  page.getByRole('main').getByRole('button', { name, exact: true })

export const alert = (page: Page) => page.getByRole('main').getByRole('alert')

export async function fill(page: Page, fields: Record<string, string>) {
  for (const [label, text] of Object.entries(fields)) await field(page, label).fill(text)
}

export const signUpFields = (email: string, password = DEMO_PASSWORD) => ({
  'Full name': 'Meera Nair',
  Email: email,
  Password: password,
  'Confirm password': password,
})
