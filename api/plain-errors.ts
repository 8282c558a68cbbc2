/** Messages for values whose schema has no message of its own. */
import { z } from '@hono/zod-openapi'

type Issue = z.core.$ZodRawIssue

const KINDS: Record<string, string> = {
  array: 'A list',
  boolean: 'true or false',
  int: 'A whole number',
  number: 'A number',
  object: 'An object',
  string: 'A text',
}
const FORMATS: Record<string, string> = {
  datetime: 'A time such as 2026-11-21T09:00:00Z',
  email: 'An email address',
  url: 'A web address',
  uuid: 'An id',
}
const UNITS: Record<string, string> = { array: ' entries', string: ' characters' }

/** A message that says which value would be valid. */
function inPlainWords(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? 'This is missing' : (KINDS[issue.expected] ?? 'Something else')
    case 'too_big':
      return `At most ${issue.maximum}${UNITS[issue.origin] ?? ''}`
    case 'too_small':
      return `At least ${issue.minimum}${UNITS[issue.origin] ?? ''}`
    case 'invalid_format':
      return FORMATS[issue.format] ?? 'Not in the form that is asked for'
    case 'invalid_value':
      return `One of: ${issue.values.map(String).join(', ')}`
    case 'not_multiple_of':
      return `A multiple of ${issue.divisor}`
    case 'unrecognized_keys':
      return `Not known here: ${issue.keys.join(', ')}`
    default:
      return 'Invalid value'
  }
}

/** Installs these messages for all schemas of the process. */
export function plainErrors(): void {
  z.config({ localeError: inPlainWords })
}
