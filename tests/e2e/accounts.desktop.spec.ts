import { alert, button, field, fill, newEmail, signUpFields } from '#tests/e2e/account-forms.ts'
import { expect, findLink, test, waitForMail } from '#tests/e2e/shop-page.ts'
import { verifyEmail } from '#tests/e2e/signed-in.ts'

const NEW_PASSWORD = 'Bajra-2027'

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('a visitor creates an account, verifies it by a link, and resets the password by another link', async ({
    page,
  }) => {
    const email = newEmail()
    await page.goto('/auth/signup?returnTo=%2Forders')
    await fill(page, signUpFields(email, 'short'))
    await button(page, 'Create Account').click()
    await expect(alert(page)).toHaveText('Password must be at least 8 characters')
    await expect(field(page, 'Email')).toHaveValue(email)
    await expect(field(page, 'Password')).toHaveValue('')
    await expect(page.getByRole('main').getByRole('button', { name: 'Show password' })).toHaveCount(0)
    await fill(page, signUpFields(email))
    await button(page, 'Create Account').click()
    await expect(page.getByRole('main')).toContainText('Please check your email to verify your account.')

    const mail = await waitForMail(page, email, /verify/i)
    // Programs that scan emails open every link, so opening a link must not use it up.
    expect((await page.request.get(findLink(mail.text))).status()).toBe(200)
    await verifyEmail(page, mail)
    await expect(page).toHaveURL('/orders')
    await page.context().clearCookies()

    // `returnTo` survives every step.
    await page.goto('/auth/signin?returnTo=%2Forders')
    await fill(page, { Email: email })
    await page.getByRole('button', { name: 'Forgot password?' }).click()
    await expect(field(page, 'Email')).toHaveValue(email)
    await button(page, 'Send Reset Link').click()
    await expect(page.getByRole('main')).toContainText(
      'Please check your email for a link to reset your password.',
    )
    await page.goto(findLink((await waitForMail(page, email, /Reset your password/)).text))
    await fill(page, { 'New password': NEW_PASSWORD, 'Confirm password': NEW_PASSWORD })
    await button(page, 'Save New Password').click()
    await expect(page.getByRole('status').filter({ hasText: 'Your password has been changed' })).toBeVisible()
    await fill(page, { Email: email, Password: NEW_PASSWORD })
    await button(page, 'Sign In').click()
    await expect(page).toHaveURL('/orders')
  })
})
