/**
 * Imported before everything else: React picks its production or development build by NODE_ENV when it is first
 * loaded, and the latter renders half as fast again.
 */
// biome-ignore lint/style/noProcessEnv: not a setting of ours, it is read by React
if (!process.argv.includes('--dev')) process.env.NODE_ENV ??= 'production'
