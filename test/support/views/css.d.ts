/** The bundler includes style sheets that a module imports. */
declare module '*.css'
