import { describe, expect, it } from 'vitest'
import { businessForm } from '#shop/customers/business-input.ts'

const GSTIN = '29AAACB1234C1ZB'

function problemsOf(gstin: string, businessName = 'Asha Foods') {
  const parsed = businessForm.safeParse({ gstin, businessName })
  return parsed.success
    ? null
    : parsed.error.issues.map(({ path, message }) => `${String(path[0])}: ${message}`)
}

describe('businessForm', () => {
  it('returns null if the fields are empty or missing', () => {
    expect(businessForm.parse({})).toBeNull()
    expect(businessForm.parse({ gstin: ' ', businessName: ' ' })).toBeNull()
  })

  it('cleans a copied GSTIN', () => {
    const wanted = { name: 'Asha Foods', gstin: GSTIN, address: null }
    expect(businessForm.parse({ gstin: ' 29aaacb 1234c-1zb\u200b', businessName: ' Asha Foods ' })).toEqual(
      wanted,
    )
  })

  it.each([
    ['29AAACB1234C1Z', /^gstin: A GSTIN has 15 letters and digits/],
    ['29AAACB1234C1ZBB', /^gstin: A GSTIN has 15 letters and digits/],
    ['29AAACB1234C1ZC', /^gstin: This GSTIN has a typing mistake/],
    ['92AAACB1234C1ZB', /^gstin: This GSTIN has a typing mistake|no state/],
    ['28AAACB1234C1ZD', /^gstin: The first two digits of this GSTIN are no state’s/],
  ])('refuses the GSTIN %s', (gstin, problem) => {
    expect(problemsOf(gstin)).toEqual([expect.stringMatching(problem)])
  })

  it('needs both the name and the GSTIN', () => {
    expect(problemsOf(GSTIN, '')).toEqual(['businessName: Please enter the name of the business'])
    expect(problemsOf('', 'Asha Foods')).toEqual(['gstin: Please enter the GSTIN of the business'])
    expect(problemsOf(GSTIN, 'x'.repeat(101))).toEqual([
      'businessName: Please keep this under 100 characters',
    ])
    expect(problemsOf(GSTIN, 'a\u0000b')).toEqual(['businessName: Please use letters and numbers only'])
  })
})
