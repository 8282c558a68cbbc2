/** Asks for the second factor, or sets up the first one. */
export const FACTOR_PATH = '/auth/factor'
export const FACTOR_SET_UP_PATH = '/auth/factor/set-up'
export const FACTOR_QUESTION_PATH = '/auth/factor/question'
/** The factors of the signed-in person. */
export const SECURITY_PATH = '/profile/security'
