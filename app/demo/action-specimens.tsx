import { useState } from 'react'
import { Button, ButtonLink, IconButton } from '#app/kit/button.tsx'
import { ChipButton, ChipLink, ChipRow } from '#app/kit/chip.tsx'
import { Stepper } from '#app/kit/product/stepper.tsx'
import { Specimen, State } from './specimen.tsx'

export function ActionSpecimens() {
  return (
    <>
      <Specimen name="Button">
        <State of="Rest">
          <Button type="button">Build your box</Button>
        </State>
        <State of="Hover">
          <Button type="button" className="is-hover">
            Build your box
          </Button>
        </State>
        <State of="Focus">
          <Button type="button" className="is-focus">
            Build your box
          </Button>
        </State>
        <State of="Busy">
          <Button type="button" busy>
            Build your box
          </Button>
        </State>
        <State of="Disabled says what is missing">
          <Button type="button" disabled>
            Pick 3 more
          </Button>
        </State>
        <State of="With icon">
          <Button type="button" icon="shopping-basket">
            Add to Basket
          </Button>
        </State>
        <State of="Small">
          <Button type="button" size="sm">
            Choose
          </Button>
        </State>
      </Specimen>
      <Specimen name="Line, accent, paper, link">
        <State of="Line">
          <Button type="button" look="line">
            Add to basket
          </Button>
        </State>
        <State of="Line, hover">
          <Button type="button" look="line" className="is-hover">
            Add to basket
          </Button>
        </State>
        <State of="Line, busy">
          <Button type="button" look="line" busy>
            Add to basket
          </Button>
        </State>
        <State of="Accent">
          <Button type="button" look="accent">
            Choose
          </Button>
        </State>
        <State of="Accent, hover">
          <Button type="button" look="accent" className="is-hover">
            Choose
          </Button>
        </State>
        <State of="Paper, on a block">
          <div className="bg-surface-bold p-3">
            <Button type="button" look="paper">
              What is inside
            </Button>
          </div>
        </State>
        <State of="Link as button">
          <ButtonLink to="/demo/kit" look="line" iconEnd="arrow-right">
            See all
          </ButtonLink>
        </State>
        <State of="Link">
          <a className="link" href="/demo/kit">
            Meet the groups
          </a>
        </State>
      </Specimen>
      <Specimen name="Icon button">
        <State of="Rest">
          <IconButton type="button" icon="search" label="Search" />
        </State>
        <State of="Hover">
          <IconButton type="button" icon="search" label="Search" className="is-hover" />
        </State>
        <State of="Focus">
          <IconButton type="button" icon="trash" label="Remove Ragi mix" className="is-focus" />
        </State>
      </Specimen>
      <Chips />
      <Steppers />
    </>
  )
}

function Chips() {
  const [picked, setPicked] = useState('Indian')
  return (
    <Specimen name="Chip">
      <State of="Rest">
        <ChipButton count={7}>Indian</ChipButton>
      </State>
      <State of="Hover">
        <ChipButton count={7} className="is-hover">
          Indian
        </ChipButton>
      </State>
      <State of="On">
        <ChipButton count={7} pressed>
          Indian
        </ChipButton>
      </State>
      <State of="Focus">
        <ChipButton count={7} className="is-focus">
          Indian
        </ChipButton>
      </State>
      <State of="Disabled">
        <ChipButton count={0} disabled>
          Indian
        </ChipButton>
      </State>
      <State of="Link, active">
        <ChipLink to="/demo/kit" count={7} active>
          Indian Regional
        </ChipLink>
      </State>
      <State of="A row; it scrolls sideways on a phone" wide>
        <ChipRow label="Cuisine">
          {['Indian', 'International', 'American', 'Sweet'].map((name) => (
            <ChipButton
              key={name}
              picture={`/illustrations/family-${name.toLowerCase()}.svg`}
              pressed={name === picked}
              onClick={() => setPicked(name)}
            >
              {name}
            </ChipButton>
          ))}
        </ChipRow>
      </State>
    </Specimen>
  )
}

function Steppers() {
  const [quantity, setQuantity] = useState(2)
  const stay = () => {}
  return (
    <Specimen name="Stepper">
      <State of="Try it: 1 to 5">
        <Stepper label="Quantity of ragi mix" value={quantity} max={5} onChange={setQuantity} />
      </State>
      <State of="At the lower bound">
        <Stepper label="Quantity of bajra mix" value={1} max={1} onChange={stay} />
      </State>
      <State of="Disabled">
        <Stepper label="Quantity of containers" value={1} max={9} disabled onChange={stay} />
      </State>
      <State of="Wide">
        <div className="w-56">
          <Stepper wide label="Quantity of sticks" value={3} max={9} onChange={stay} />
        </div>
      </State>
    </Specimen>
  )
}
