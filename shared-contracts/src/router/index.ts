/**
 * The part of react-router that remotes use. Remotes import it from here, so that the page has one router and
 * only this part of it is shipped (docs/adr/0003-shared-entry-points.md).
 */
export {
  createBrowserRouter,
  matchPath,
  Link,
  Navigate,
  Outlet,
  RouterProvider,
  useBlocker,
  useLocation,
  useNavigate,
  useNavigationType,
  useParams,
  useRoutes,
  type RouteObject,
} from 'react-router-dom';
export { useSearchParams } from './useSearchParams';
