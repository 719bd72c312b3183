/**
 * Settings that zod reads when it is loaded. Otherwise zod tests whether it may compile code from text,
 * which our Content-Security-Policy forbids and every browser then reports.
 */
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })
