import { createRoute, OpenAPIHono, z } from '@hono/zod-openapi'
import { errors, json } from '#api/contract.ts'
import type { ApiEnv } from '#api/deps.ts'
import { countedList, limitQuery, NO_CURSOR, pageOf } from '#api/lists.ts'
import { limitedSearch } from '#api/rate-limit.ts'
import { refuse } from '#api/refusals.ts'
import { snakeKeys } from '#api/snake-case.ts'
import {
  APPLIANCES,
  COOKING_METHODS,
  DIFFICULTIES,
  MEAL_TYPES,
  type Recipe,
} from '#content/recipes/recipe.ts'
import { filterRecipes } from '#content/recipes/recipe-filter.ts'
import { RECIPES } from '#content/recipes/recipes.ts'

export const recipes = new OpenAPIHono<ApiEnv>()

const tags = ['recipes']
const id = z.string().max(80).openapi({ example: 'idli' })

const recipeJson = z
  .object({
    id: z.string().describe('The end of the address of its page'),
    name: z.string(),
    summary: z.string(),
    image_url: z.string(),
    cook_time: z.number().int().describe('In minutes'),
    servings: z.number().int(),
    difficulty: z.enum(DIFFICULTIES),
    category: z.string(),
    meal_type: z.enum(MEAL_TYPES),
    kitchen_required: z.boolean(),
    appliances: z.array(z.enum(APPLIANCES)),
    cooking_method: z.array(z.enum(COOKING_METHODS)),
    ingredients: z.array(z.string()),
    instructions: z.array(z.string()),
    tips: z.array(z.string()),
    products: z.array(z.string()).describe('Slugs of the products among the ingredients'),
  })
  .openapi('Recipe')

function toRecipeJson({ image, tips = [], ...recipe }: Recipe): z.infer<typeof recipeJson> {
  return { ...snakeKeys(recipe), image_url: image, tips: [...tips] }
}

const list = createRoute({
  method: 'get',
  path: '/recipes',
  tags,
  summary: 'Recipes',
  middleware: limitedSearch,
  request: {
    query: z.object({
      q: z
        .string()
        .max(80)
        .optional()
        .openapi({ description: 'Part of a name or an ingredient', example: 'ragi' }),
      appliance: z.enum(APPLIANCES).optional().openapi({ example: 'pan' }),
      method: z.enum(COOKING_METHODS).optional().openapi({ example: 'steamed' }),
      limit: limitQuery,
      cursor: id.refine((cursor) => RECIPES.some((recipe) => recipe.id === cursor), NO_CURSOR).optional(),
    }),
  },
  responses: {
    200: countedList(recipeJson, 'The recipes', '/recipes?limit=5&cursor=idli'),
    ...errors(422),
  },
})
recipes.openapi(list, (c) => {
  const { q = '', appliance, method, ...range } = c.req.valid('query')
  const filter = { q, appliances: appliance ? [appliance] : [], methods: method ? [method] : [] }
  return c.json(pageOf(c, filterRecipes(RECIPES, filter), range).map(toRecipeJson), 200)
})

const read = createRoute({
  method: 'get',
  path: '/recipes/{id}',
  tags,
  summary: 'One recipe',
  request: { params: z.object({ id }) },
  responses: { 200: json(recipeJson, 'The recipe'), ...errors(404, 422) },
})
recipes.openapi(read, (c) => {
  const recipe = RECIPES.find((each) => each.id === c.req.valid('param').id)
  return recipe ? c.json(toRecipeJson(recipe), 200) : refuse(c, { reason: 'recipe_not_found' })
})
