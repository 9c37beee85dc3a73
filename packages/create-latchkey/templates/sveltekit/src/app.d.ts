/// <reference types="@sveltejs/kit" />
/// <reference types="vite/client" />
