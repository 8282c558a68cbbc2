/**
 * The oldest supported browsers: Chrome of Android 6, Safari of the iPhone 7, Firefox of Windows 7. The build lowers
 * syntax and CSS to them, and tests/supported-browsers.test.ts refuses newer built-ins.
 */
export const SUPPORTED_BROWSERS = { chrome: 106, safari: 15.6, firefox: 115 } as const

/** The same as targets of Vite and esbuild: 'chrome106' and so on. */
export const BROWSER_TARGETS = Object.entries(SUPPORTED_BROWSERS).map(([name, version]) => name + version)
