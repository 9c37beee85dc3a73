export default defineNuxtConfig({
  compatibilityDate: '2026-01-01',
  telemetry: false,
  app: {
    head: {
      title: 'Nuxt with Latchkey',
      htmlAttrs: { lang: 'en' },
      link: [{ rel: 'icon', href: 'data:,' }],
    },
  },
  vue: {
    compilerOptions: {
      // Elements of the page, not components of Vue.
      isCustomElement: (tag) => tag.startsWith('latchkey-'),
    },
  },
})
