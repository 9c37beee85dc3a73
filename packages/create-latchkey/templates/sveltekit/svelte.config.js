import adapter from '@sveltejs/adapter-static'
import { vitePreprocess } from '@sveltejs/vite-plugin-svelte'

/** @type {import('@sveltejs/kit').Config} */
export default {
  preprocess: vitePreprocess(),
  kit: {
    adapter: adapter(),
    // The hash of the one script that starts the page is written into each page. Your nodes and
    // your gateway go to `connect-src`, which this policy leaves open.
    csp: {
      mode: 'hash',
      directives: {
        'script-src': ['self'],
        'style-src': ['self'],
        // The style attribute of the element in which SvelteKit announces a new page to screen readers.
        'style-src-attr': ['unsafe-hashes', 'sha256-S8qMpvofolR8Mpjy4kQvEm7m1q8clzU4dfDH0AmvZjo='],
        'object-src': ['none'],
        'base-uri': ['none'],
      },
    },
  },
}
