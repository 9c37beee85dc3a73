export default defineNuxtConfig({
  compatibilityDate: '2026-01-01',
  telemetry: false,
  vue: {
    compilerOptions: {
      // Elements of the page, not components of Vue.
      isCustomElement: (tag) => tag.startsWith('latchkey-'),
    },
  },
})
