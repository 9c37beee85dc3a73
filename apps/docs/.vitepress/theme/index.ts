import type { Theme } from 'vitepress'
import theme from 'vitepress/theme-without-fonts'
import './style.css'

/** The theme draws its home without a main landmark, which screen readers jump to. */
function markHome(): void {
  document.querySelector('.VPHome')?.setAttribute('role', 'main')
}

export default {
  extends: theme,
  enhanceApp({ router }) {
    router.onAfterRouteChange = () => {
      // The new page is drawn after this call. On a server there is nothing to mark.
      if (typeof document !== 'undefined') requestAnimationFrame(markHome)
    }
  },
} satisfies Theme
