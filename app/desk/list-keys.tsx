import { type ComponentProps, useEffect, useState } from 'react'
import { Dialog } from '#app/kit/dialog.tsx'

/** Stores 'off' if the single-character keys are turned off, as WCAG 2.1.4 requires; '' or nothing if they are on. */
const STORAGE_KEY = 'admin-keys'

const KEYS = [
  ['j', 'Next row of the list'],
  ['k', 'Previous row'],
  ['Enter', 'Open the row, or go into its first field'],
  ['Esc', 'Back from a field to its row'],
  ['x', 'Select the row, if the list has checkboxes'],
  ['/', 'Search this list, or everything if the list has no search'],
  ['Ctrl K or ⌘ K', 'Search everything'],
  ['?', 'Show these keys'],
] as const

/** Rows of tables and of lists of cards. */
const ROWS = '#main tbody tr, #main [data-row]'
/** A row's first link opens it. */
const OPENER = 'a[href]'
const FIELD = 'input:not([type="hidden"]), select, textarea, button, summary'

/**
 * Handles the dashboard's keys. The row with the focus is the current row, so that it is visible and read aloud. A
 * focusable row gets the focus itself, any other row its first link. A row without a link is made focusable.
 */
export function ListKeys() {
  const [isHelpOpen, setHelpOpen] = useState(false)
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || event.altKey) return
      if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k') return focusSearch(event)
      if (event.ctrlKey || event.metaKey || document.querySelector('dialog[open]')) return
      if (isTyping(event.target)) return void (event.key === 'Escape' && leaveField())
      if (event.key !== '?' && localStorage.getItem(STORAGE_KEY) === 'off') return
      if (runCommand(event.key, () => setHelpOpen(true))) event.preventDefault()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
  return (
    <Dialog title="Keys" open={isHelpOpen} onClose={() => setHelpOpen(false)} className="admin-dialog">
      <dl className="keys">
        {KEYS.map(([key, what]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
      <KeysSetting />
    </Dialog>
  )
}

function KeysSetting() {
  const [isOn, setOn] = useState(true)
  useEffect(() => setOn(localStorage.getItem(STORAGE_KEY) !== 'off'), [])
  const onChange = (value: boolean) => {
    setOn(value)
    localStorage.setItem(STORAGE_KEY, value ? '' : 'off')
  }
  return (
    <label className="mt-4 flex min-h-11 items-center gap-3">
      <input type="checkbox" checked={isOn} onChange={(event) => onChange(event.currentTarget.checked)} />
      Use single keys (j, k, x, /)
    </label>
  )
}

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (target instanceof HTMLInputElement)
    return !['checkbox', 'radio', 'button', 'submit'].includes(target.type)
  return target.isContentEditable || target.matches('textarea, select')
}

function focusSearch(event: KeyboardEvent): void {
  const fields = [...document.querySelectorAll<HTMLInputElement>('input[data-find]')]
  const field = fields.find(({ offsetParent }) => offsetParent !== null)
  if (!field || document.querySelector('dialog[open]')) return
  event.preventDefault()
  field.focus()
  field.select()
}

/** Runs the command of a key. Returns false if the key has no command here. */
function runCommand(key: string, openHelp: () => void): boolean {
  switch (key) {
    case 'j':
      return moveBy(1)
    case 'k':
      return moveBy(-1)
    case 'Enter':
      return enterRow()
    case 'x':
      return toggleRow()
    case '/':
      return focusFilter()
    case '?':
      openHelp()
      return true
    default:
      return false
  }
}

function rowOfFocus(): HTMLElement | null {
  return document.activeElement?.closest<HTMLElement>(ROWS) ?? null
}

/** In some browsers, elements in a closed `details` have client rects, too. */
const isShown = (element: Element) => element.getClientRects().length > 0 && element.checkVisibility()

function firstIn(row: Element, selector: string): HTMLElement | undefined {
  return [...row.querySelectorAll<HTMLElement>(selector)].find(isShown)
}

function moveBy(step: 1 | -1): boolean {
  const rows = [...document.querySelectorAll<HTMLElement>(ROWS)].filter(isShown)
  const row = rowOfFocus()
  const at = row ? rows.indexOf(row) : -1
  const next = rows[at === -1 ? (step === 1 ? 0 : rows.length - 1) : at + step]
  if (next) focusRow(next)
  return rows.length > 0
}

function focusRow(row: HTMLElement): void {
  const isFocusable = row.tabIndex >= 0
  const opener = isFocusable ? undefined : firstIn(row, OPENER)
  if (!opener && !isFocusable) row.tabIndex = -1
  ;(opener ?? row).focus()
  row.scrollIntoView({ block: 'nearest' })
}

/** Handles Enter only if a row itself has the focus, because links and buttons handle it themselves. */
function enterRow(): boolean {
  const row = rowOfFocus()
  if (!row || row !== document.activeElement) return false
  const opener = firstIn(row, OPENER)
  if (opener) opener.click()
  else firstIn(row, FIELD)?.focus()
  return true
}

function leaveField(): void {
  const row = rowOfFocus()
  if (row) focusRow(row)
}

function toggleRow(): boolean {
  const box = rowOfFocus()?.querySelector<HTMLInputElement>('input[data-select]')
  box?.click()
  return box !== null && box !== undefined
}

function focusFilter(): boolean {
  const field =
    document.querySelector<HTMLInputElement>('#main input[type="search"]') ??
    document.querySelector<HTMLInputElement>('.find input')
  field?.focus()
  field?.select()
  return field !== null
}

/** The checkbox that selects a row. The key x toggles it, too. On a phone the space around it can be tapped. */
export function RowCheckbox(input: Omit<ComponentProps<'input'>, 'type'>) {
  return (
    <label className="row-pick">
      <input {...input} type="checkbox" data-select />
    </label>
  )
}
