import tseslint from 'typescript-eslint'

/** Which directions imports may not take. @param {[regex: string, message: string][]} directions */
function never(...directions) {
  return {
    'no-restricted-imports': [
      'error',
      { patterns: directions.map(([regex, message]) => ({ regex, message })) },
    ],
  }
}

/** Drivers take any text for SQL: behind these files nobody but they talks to one. @type {[regex: string, message: string]} */
const NO_DRIVER = [
  '^(@duckdb/|libsql$|mysql2(/|$))',
  'Only what takes nothing but Sql talks to a driver: the engines, and what opens their connections.',
]
const NO_TIMER =
  'Wait for an event with test/support/until.ts; time that must pass is named in test/support/pauses.ts.'

const DRIVERS = [
  'server/imports/{load-rows,workspace}.ts',
  'server/core/duckdb.ts',
  'server/store/facts/embedded/earlier/bring-over.ts',
  'server/store/records/mysql/{mysql-connection,connections}.ts',
  'server/store/records/sqlite/driver.ts',
  // They append rows to staging tables by the driver's appender.
  'server/forecast/{write/{cohorts,snapshots,staging},inputs/cells}.ts',
  // What it makes up comes from nobody.
  'scripts/lab/studio/*.ts',
]

/** @param {string} message @param {string[]} selectors */
function banned(message, ...selectors) {
  return selectors.map(selector => ({ selector, message }))
}

/** What else made SQL of a text could make it of a stranger's. */
const SQL = banned(
  'SQL is made by the functions of server/core/model/sql.ts alone.',
  'TSAsExpression > TSTypeReference[typeName.name=/^(Sql|Relation)$/]',
  'TSTypeAssertion > TSTypeReference[typeName.name=/^(Sql|Relation)$/]',
  'TSTypePredicate TSTypeReference[typeName.name=/^(Sql|Relation)$/]',
)
const FUNCTIONS = banned(
  'A function of a module is declared as one.',
  ...['Program', 'Program > ExportNamedDeclaration'].map(
    parent =>
      `${parent} > VariableDeclaration[kind="const"] > VariableDeclarator[init.type="ArrowFunctionExpression"]:not([id.typeAnnotation])`,
  ),
)
/** Wherever it is written: what a browser shows comes from outside. */
const NAMES =
  '/^(dangerouslySetInnerHTML|innerHTML|outerHTML|insertAdjacentHTML|setHTMLUnsafe|parseFromString|createContextualFragment|srcdoc|srcDoc)$/'
const HTML = banned(
  'Names are set as text, never as HTML.',
  `JSXAttribute[name.name=${NAMES}]`,
  `MemberExpression[property.name=${NAMES}]`,
  `MemberExpression[property.value=${NAMES}]`,
  `Property[key.name=${NAMES}]`,
  'CallExpression[callee.object.name="document"][callee.property.name=/^write(ln)?$/]',
)
/** Of variables, parameters, functions and types: words that say something of a value, but not what it is. `...rest` stays. @param {string} words @param {'' | 'i'} flags */
function vague(words, flags = '') {
  return banned(
    'Name what it is: file, keptRows, location. ARCHITECTURE.md has a glossary.',
    `:matches(VariableDeclarator > .id, :function > .params, FunctionDeclaration > .id, ArrayPattern > .elements, ObjectPattern > Property > .value, AssignmentPattern > .left, TSInterfaceDeclaration > .id, TSTypeAliasDeclaration > .id, TSTypeParameter > .name)[name=/^(${words})$/${flags}]`,
  )
}
/** In tests too, whose tables have `{ given, want }`. */
const UNCLEAR = vague('asked|beside|found|handedOver|shown|these|together|told', 'i')
const BASE = [...SQL, ...FUNCTIONS, ...HTML, ...vague('gone|kept|noted|one|place|rest|seen|whole')]
const RULES = [...BASE, ...UNCLEAR, ...vague('better|given', 'i')]

export default tseslint.config(
  {
    ignores: [
      '**/dist/',
      'generated/',
      'data/',
      '**/node_modules/',
      '.runtimes/',
      '.tap/',
      '.test-build/',
      '**/*.mjs',
      '**/*.cjs',
      'client/examples/',
    ],
  },
  ...tseslint.configs.recommendedTypeChecked,
  {
    languageOptions: { parserOptions: { projectService: { allowDefaultProject: ['*.js'] } } },
    rules: {
      eqeqeq: 'error',
      'no-console': 'off',
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_' },
      ],
      // "!" marks what an invariant nearby guarantees; noUncheckedIndexedAccess would otherwise need dead branches.
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/require-await': 'off',
      // The contract's parts are unknown until checked; an odd one shows in an error message, where "[object Object]" is fine.
      '@typescript-eslint/no-base-to-string': 'off',
      '@typescript-eslint/restrict-template-expressions': 'off',
      'no-restricted-syntax': ['error', ...RULES, ...vague('left')],
      '@typescript-eslint/no-empty-object-type': [
        'error',
        { allowInterfaces: 'with-single-extends' },
      ],
    },
  },
  // Of a chart, `left` is a side.
  { files: ['server/web/**'], rules: { 'no-restricted-syntax': ['error', ...RULES] } },
  // The tests read it back.
  {
    files: ['test/**/*.{ts,tsx}'],
    rules: { 'no-restricted-syntax': ['error', ...SQL, ...FUNCTIONS, ...UNCLEAR] },
  },
  // Named before these words were refused.
  {
    files: ['scripts/lab/**'],
    rules: { 'no-restricted-syntax': ['error', ...BASE, ...vague('left|told')] },
  },
  { files: ['server/core/model/sql.ts'], rules: { 'no-restricted-syntax': 'off' } },
  {
    files: ['server/**/*.ts', 'scripts/admin/**/*.ts'],
    ignores: ['server/core/runtime/print.ts'],
    // Names come from outside: only what `server/core/runtime/print.ts` prints is safe to look at.
    rules: { 'no-console': 'error' },
  },
  {
    // Tests hold answers of unknown shape against expectations; tap's tests are promises nobody needs to await.
    files: ['test/**/*.ts'],
    rules: {
      '@typescript-eslint/no-floating-promises': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
    },
  },
  {
    files: ['test/**/*.{ts,tsx}'],
    ignores: ['test/support/{seed,every-seed,temporary-folder}.ts', 'test/reference/*.ts'],
    // What a test draws, a seed repeats. What it writes is deleted, even if a process that is ending writes too.
    rules: {
      'no-restricted-properties': [
        'error',
        { object: 'Math', property: 'random', message: 'Use randomOf of test/support/seed.ts.' },
      ],
      'no-restricted-imports': [
        'error',
        {
          paths: [
            {
              name: 'fast-check',
              message: 'Use test/support/fast-check.ts.',
              allowTypeImports: true,
            },
            ...['node:fs', 'node:fs/promises', 'node:os'].map(name => ({
              name,
              importNames: ['mkdtemp', 'mkdtempSync', 'tmpdir'],
              message: 'Use test/support/temporary-folder.ts.',
            })),
            { name: 'node:timers/promises', importNames: ['setTimeout'], message: NO_TIMER },
          ],
          patterns: [
            {
              regex: '/scripts/lab/bench/',
              message:
                'Benches import test/support; what both need belongs there or in scripts/lab/world.',
            },
          ],
        },
      ],
    },
  },
  // A busy machine makes any number of milliseconds too few.
  {
    files: ['test/**/*.{ts,tsx}'],
    ignores: ['test/support/{until,pauses}.ts'],
    rules: { 'no-restricted-globals': ['error', { name: 'setTimeout', message: NO_TIMER }] },
  },
  { files: ['test/support/pauses.ts'], rules: { 'no-restricted-imports': 'off' } },
  {
    files: ['server/**/*.ts'],
    ignores: [...DRIVERS, 'server/{analytics,checks,model}/**'],
    rules: never(NO_DRIVER),
  },
  {
    files: [
      '{mcp,server/answers/analytics,server/core/checks,server/core/model,server/core/words,server/web/views}/**/*.ts',
    ],
    rules: never([
      '^(@hapi/(?!boom$)|@duckdb/|libsql$|mysql2(/|$))',
      'Formulas, checks and tools know neither framework nor driver: every store and protocol shares them.',
    ]),
  },
)
