/** Passwords that everybody tries first, of five characters or more, lower case (SI2). */
export const commonPasswords: ReadonlySet<string> = new Set(
  `12345 123456 1234567 12345678 123456789 1234567890 0123456789 987654321 87654321 7654321 654321 54321 11111 111111 1111111
11111111 00000 000000 0000000 00000000 22222 222222 33333 333333 44444 444444 55555 555555 66666 666666 77777 777777 7777777
88888 888888 88888888 99999 999999 99999999 121212 123123 123321 112233 111222 101010 131313 123654 147258 147258369 159357
159753 159951 142536 456789 789456 789456123 741852963 963852741 102030 1020304050 123456a 123456q 12345a 1234a 12345q a12345
a123456 a1234567 a12345678 a123456789 1a2b3c 1q2w3 1q2w3e 1q2w3e4r 1q2w3e4r5t 1qaz2wsx qaz123 qazwsx qazwsxedc zaq12wsx zaq1zaq1
qwert qwerty qwerty1 qwerty12 qwerty123 qwerty1234 qwerty12345 qwertyui qwertyuiop qwert12345 asdfg asdfgh asdfghjk asdfghjkl
asdf1234 asd123 asdasd zxcvb zxcvbn zxcvbnm zxcvbnm1 poiuy poiuytrewq mnbvcxz abc12 abc123 abc1234 abc12345 abcd1 abcd12 abcd123
abcd1234 abcde abcdef abcdefg abcdefgh aabbcc aaaaa aaaaaa aaaaaaaa ababab abcabc xxxxx xxxxxx zzzzz zzzzzz
password password1 password12 password123 password1234 passw0rd p@ssw0rd p@ssword pass1 pass12 pass123 pass1234 passwd passport
admin admin1 admin12 admin123 admin1234 admin12345 administrator administrador root1 root123 toor1 test1 test12 test123 test1234
tests testing guest guest1 guest123 user1 user12 user123 user1234 usuario usuario1 usuario123 login login1 login123 master master1
welcome welcome1 welcome123 letmein letmein1 changeme changeme1 default default1 secret secret1 secret123 hello hello1 hello123
iloveyou iloveyou1 iloveu loveme lovely lover love123 loveyou monkey monkey1 dragon dragon1 sunshine sunshine1 princess princess1
football football1 baseball baseball1 soccer soccer1 hockey superman superman1 batman batman1 spiderman pokemon pokemon1 starwars
shadow shadow1 michael michael1 jordan jordan23 jennifer jessica daniel daniel1 andrew ashley anthony charlie charlie1 thomas
robert matthew joshua william george harley ranger buster killer killer1 trustno1 whatever freedom freedom1 access mustang
maggie tigger summer summer1 winter winter1 spring autumn flower flower1 cookie cookie1 pepper ginger hunter hunter1 hunter2
computer computer1 internet internet1 samsung samsung1 google google1 facebook apple1 iphone windows windows1 microsoft linux1
liverpool chelsea arsenal barcelona barcelona1 realmadrid madrid juventus ferrari porsche mercedes yamaha corvette
nicole nicole1 hannah amanda justin justin1 brandon jasmine lauren taylor taylor1 melissa samantha elizabeth angela angel angel1
angels babygirl babygirl1 butterfly purple purple1 orange orange1 yellow yellow1 silver golden diamond chocolate banana cheese
peanut pumpkin snoopy scooby mickey minnie garfield merlin phoenix falcon eagle1 eagles cowboys yankees lakers steelers packers
midnight matrix matrix1 nirvana metallica slipknot blink182 eminem rockyou rockstar player gamer1 gaming minecraft fortnite
asdf123 qwe123 qweqwe qweasd qweasdzxc zxc123 zxczxc 1234qwer qwer1234 qwer123 q1w2e3 q1w2e3r4 q1w2e3r4t5 1z2x3c 1x2zkg8w
aaa111 aaa123 a1b2c3 a1b2c3d4 abc321 147852 147896325 258456 369258147 852456 951753 753951 321321 321654 456123 456456 654654
789789 852852 963963 010101 020202 010203 01012011 1111a 1212312121 19801980 19851985 19901990 20002000 20102010 20202020
20232023 20242024 20252025 20262026 2000 2020a 12345678a 123456abc 12345abc 123abc 123qwe 123qweasd 123asd 123zxc 1234abcd
contraseña contraseña1 contrasena contrasena1 contrasena123 clave clave1 clave12 clave123 clave1234 claveunica claveunica1 mipass
miclave miclave1 secreto secreto1 acceso acceso1 acceso123 entrar entrar1 cambiar cambiame cambiar123 prueba prueba1 prueba12
prueba123 pruebas temporal temporal1 temporal123 bienvenido bienvenido1 bienvenida hola1 hola12 hola123 hola1234 holahola holamundo
teamo teamo1 teamo123 teamomucho tequiero tequiero1 amor1 amor123 amores amorcito miamor mivida cariño corazon corazon1 princesa
princesa1 estrella estrella1 mariposa mariposa1 angelito bonita hermosa chiquita gatito perrito futbol futbol1 futbol10 pelota
colocolo colocolo1 udechile ucatolica cruzados bulla1 chile chile1 chile12 chile123 chile1234 chile2020 chile2021 chile2022
chile2023 chile2024 chile2025 chile2026 chilena chileno vivachile santiago santiago1 santiago123 valparaiso vina1 concepcion
antofagasta iquique arica temuco osorno puertomontt rancagua talca chillan laserena coquimbo patagonia andes cordillera
america america1 alianza cristal boca1 bocajuniors riverplate mexico mexico1 colombia argentina argentina1 peru123 espana
alejandro alejandra alexander alexis andrea andrea1 andres antonia antonio barbara beatriz benjamin bernardo camila camila1
carlos carlos1 carolina catalina cecilia claudia claudio constanza cristian cristina cristobal daniela diego diego1 eduardo
esteban estefania felipe felipe1 fernanda fernando florencia francisca francisco francisco1 gabriel gabriela gonzalo gustavo
ignacio isabel isabella javier javiera jorge jorge1 jose123 joaquin juan123 juanito karina lorena lucas luciano maria maria1
maria123 mariana mario marta martin martin1 matias matias1 mauricio maximo miguel miguel1 monica natalia nicolas nicolas1
pablo pablo1 paloma pamela patricia patricio paula paulina pedro pedro1 pilar rafael ramon raul1 renata ricardo roberto rodrigo
rosario sebastian sebastian1 sergio sofia sofia1 susana tamara teresa tomas tomas1 valentina valentina1 valeria vanessa
veronica vicente victor victor1 victoria viviana yolanda ximena jesus jesus1 jesus123 jesucristo cristo diosesamor dios1 dios123
gobierno gobierno1 ministerio ministerio1 servicio servicio1 publico publico1 estado estado1 municipal trabajo trabajo1 oficina
oficina1 empresa empresa1 director directora jefe1 jefatura secretaria recepcion informatica sistemas sistema sistema1 soporte
enero febrero marzo abril junio julio agosto septiembre octubre noviembre diciembre lunes martes miercoles jueves viernes sabado
domingo primavera verano verano1 otoño invierno invierno1`
    .split(/\s+/)
    .filter((word) => word.length >= 5),
)

/** Words of the product and its subject, refused when nothing else is in a password. */
export const productWords: ReadonlySet<string> = new Set([
  'iip',
  'innovacion',
  'innovación',
  'innova',
  'innovar',
  'innovacionpublica',
  'innovaciónpública',
  'publica',
  'pública',
  'indice',
  'índice',
  'indiceinnovacion',
  'laboratorio',
  'formulario',
  'evaluacion',
  'evaluación',
  'evaluador',
  'evaluadora',
  'institucion',
  'institución',
])
