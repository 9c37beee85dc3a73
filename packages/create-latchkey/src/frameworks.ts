import type { TemplateName } from './choices.ts'
import { type versions, viteForSvelte } from './versions.ts'

/** What differs between apps of different frameworks. */
export interface Framework {
  /** Name of the framework as the user sees it. */
  readonly label: string
  readonly scripts: Readonly<Record<string, string>>
  /** Latchkey packages that only apps of this framework need at run time, without the scope. */
  readonly latchkey: readonly string[]
  readonly dependencies: readonly (keyof typeof versions)[]
  readonly devDependencies: readonly (keyof typeof versions)[]
  /** Versions, by package, that differ from those in `versions.ts`. */
  readonly exceptions?: Readonly<Record<string, string>>
  /** Paths of the style sheet and of the module that creates the kit. */
  readonly stylePath: string
  readonly kitPath: string
  /** JavaScript expression for the gateway's URL, and the environment variable that it reads. */
  readonly gatewayExpression: string
  readonly gatewayVariable: string
  /** Whether the page uses the React dialog; otherwise it uses custom elements. */
  readonly hasModal: boolean
  /** npm script that serves the built app, and its option that names the host. */
  readonly serve: { readonly script: string; readonly hostFlag: string }
  /** URL of the development server. */
  readonly developmentUrl: string
}

const react = ['react', 'react-dom'] as const
const reactTypes = ['@types/react', '@types/react-dom'] as const
const vitePreview = { script: 'preview', hostFlag: '--host' }

/** The frameworks, by the names of their templates. */
export const frameworks: Readonly<Record<TemplateName, Framework>> = {
  vite: {
    label: 'Vite with React',
    scripts: { dev: 'vite', build: 'tsc && vite build', preview: 'vite preview' },
    latchkey: ['modal', 'react'],
    dependencies: react,
    devDependencies: [...reactTypes, '@vitejs/plugin-react', 'vite'],
    stylePath: 'src/app.css',
    kitPath: 'src/kit.ts',
    gatewayExpression: 'import.meta.env.VITE_LATCHKEY_GATEWAY',
    gatewayVariable: 'VITE_LATCHKEY_GATEWAY',
    hasModal: true,
    serve: vitePreview,
    developmentUrl: 'http://localhost:5173',
  },
  next: {
    label: 'Next with its App Router',
    scripts: { dev: 'next dev', build: 'next build', start: 'next start' },
    latchkey: ['modal', 'react'],
    dependencies: ['next', ...react],
    devDependencies: reactTypes,
    stylePath: 'app/app.css',
    kitPath: 'lib/kit.ts',
    gatewayExpression: 'process.env.NEXT_PUBLIC_LATCHKEY_GATEWAY',
    gatewayVariable: 'NEXT_PUBLIC_LATCHKEY_GATEWAY',
    hasModal: true,
    serve: { script: 'start', hostFlag: '--hostname' },
    developmentUrl: 'http://localhost:3000',
  },
  sveltekit: {
    label: 'SvelteKit',
    scripts: {
      dev: 'vite dev',
      build: 'svelte-kit sync && svelte-check && vite build',
      preview: 'vite preview',
    },
    latchkey: ['elements'],
    dependencies: [],
    devDependencies: [
      '@sveltejs/adapter-static',
      '@sveltejs/kit',
      '@sveltejs/vite-plugin-svelte',
      'svelte',
      'svelte-check',
      'vite',
    ],
    exceptions: { vite: viteForSvelte },
    stylePath: 'src/app.css',
    kitPath: 'src/lib/kit.ts',
    gatewayExpression: 'import.meta.env.VITE_LATCHKEY_GATEWAY',
    gatewayVariable: 'VITE_LATCHKEY_GATEWAY',
    hasModal: false,
    serve: vitePreview,
    developmentUrl: 'http://localhost:5173',
  },
}
