import { createElement, type FunctionComponent, type ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'

/** The HTML of a view, as the server renders it at a path. */
export function renderHtml(view: ReactNode, path = '/'): string {
  const router = createMemoryRouter([{ path: '*', element: view }], { initialEntries: [path] })
  return renderToStaticMarkup(createElement(RouterProvider, { router }))
}

/** The HTML of a route's component with what its loader returned. */
export function renderRoute(route: unknown, loaderData: unknown, path: string): string {
  return renderHtml(createElement(route as FunctionComponent<{ loaderData: unknown }>, { loaderData }), path)
}
