/**
 * Imported before everything else: React chooses its fast or its development code by NODE_ENV when it is first
 * loaded, and rendering with the latter takes half as long again.
 */
// biome-ignore lint/style/noProcessEnv: not a setting of ours, it is read by React
if (!process.argv.includes('--dev')) process.env.NODE_ENV ??= 'production'
