import type { NextConfig } from 'next'

const config: NextConfig = {
  // Another lock file above this folder must not make Next look for the app there.
  turbopack: { root: import.meta.dirname },
}

export default config
