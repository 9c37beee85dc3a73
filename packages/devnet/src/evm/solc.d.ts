declare module 'solc' {
  const solc: {
    version(): string
    compile(
      input: string,
      callbacks: {
        import: (path: string) => { readonly contents: string } | { readonly error: string }
      },
    ): string
  }
  export default solc
}
